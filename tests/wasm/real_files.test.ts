// Every public file beside the checkout, as the library reads it: as what, with how many models and items, and the mean score,
// against the file's own aggregate or a few lines of Python; or refused, with the reason. Then the same bytes without a name,
// and out and in again through the project's own format.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../web/core/harmonograph_core.mjs';
import { DiskFile } from '../../web/src/engine/disk_file.ts';
import type {
  EngineErrorData,
  EngineResult,
  FileReport,
  OverviewCell,
} from '../../web/src/engine/results.ts';
import { EngineService } from '../../web/src/engine/service.ts';
import { incomingFile, nothingPrepared, unpackAll } from '../../web/src/library/sources.ts';
import { expand } from '../../web/src/unpack/expand.ts';
import { unpackHere } from '../../web/src/unpack/in_thread.ts';
import { useUnpacker } from '../../web/src/unpack/packed.ts';
import { sharedExists, sharedFolder } from '../shared_data.ts';
import { loadCore } from './core.ts';

useUnpacker(unpackHere);

const root = join(sharedFolder, 'real');
const derived = join(sharedFolder, 'derived');

/** Models, items, mean score over all of them. */
type Counts = readonly [models: number, items: number, mean: number];

interface Expected {
  format: string;
  counts: Counts;
  /** Where the mean comes from. */
  from: string;
}

/** tests/golden/real_files/count_real_files.py ../shared/real prints them. */
const counted = (format: string, ...counts: Counts): Expected => ({
  format,
  counts,
  from: 'count_real_files.py',
});

const bbq = 'helm/safety_v4/bbq:subject=all,method=multiple_choice_joint,model=';
const hellaswag =
  'helm/commonsense-dataset=hellaswag,method=multiple_choice_joint,model=eleutherai_pythia-1b-v0';
const redux = 'helm/mmlu_redux_original_helm';
const pythia = 'lm_eval/metabench/EleutherAI__pythia-14m/samples_metabench';
const slurm = 'lm_eval/old_write_out_info';
const qwen = 'lm_eval/mattdepaolis/Qwen3-8B_2025';

const read: Record<string, Expected> = {
  'alpaca_eval/alpaca-7b/annotations.json': counted('alpaca_eval', 1, 805, 0.264596273),
  'alpaca_eval/phi-2/annotations.json': counted('alpaca_eval', 1, 805, 0.306633292),
  'bbh/code-davinci-002-direct_salient_translation_error_detection.json': counted('bbh', 1, 250, 0.62),
  'every_eval_ever/demo/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40_samples.jsonl': counted(
    'every_eval_ever',
    1,
    1,
    1,
  ),
  [`${hellaswag}/per_instance_stats.json`]: counted('helm_stats', 1, 10, 0.3),
  [`${hellaswag}/scenario_state.json`]: counted('helm_scenario_state', 1, 10, 0.3),
  [`${redux}/anthropic_claude-3-opus-20240229/econometrics.json`]: counted(
    'helm_scenario_state',
    1,
    114,
    0.789473684,
  ),
  [`${redux}/anthropic_claude-3-opus-20240229/global_facts.json`]: counted(
    'helm_scenario_state',
    1,
    100,
    0.66,
  ),
  [`${redux}/meta_llama-3-70b/econometrics.json`]: counted('helm_scenario_state', 1, 114, 0.692982456),
  [`${redux}/meta_llama-3-70b/global_facts.json`]: counted('helm_scenario_state', 1, 100, 0.49),
  ...Object.fromEntries(
    (
      [
        ['anthropic_claude-3-5-sonnet-20240620', 0.93],
        ['meta_llama-3-8b-chat', 0.74],
        ['openai_gpt-4o-2024-05-13', 0.95],
        ['qwen_qwen2-72b-instruct', 0.95],
      ] as const
    ).flatMap(([model, mean]) => [
      [`${bbq}${model}/per_instance_stats.json`, counted('helm_stats', 1, 100, mean)],
      [`${bbq}${model}/scenario_state.json`, counted('helm_scenario_state', 1, 100, mean)],
    ]),
  ),
  'inspect_ai/2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval': counted('inspect', 1, 1, 1),
  'inspect_ai/json/2025-05-12T20-28-13-04-00_popularity.json': counted('inspect', 1, 3, 0.666666667),
  'inspect_ai/json/data_arc_qwen.json': counted('inspect', 1, 3, 0.333333333),
  'inspect_ai/json/data_arc_sonnet.json': counted('inspect', 1, 5, 1),
  'inspect_ai/json/data_pubmedqa_gpt4o_mini.json': counted('inspect', 1, 2, 1),
  'inspect_ai/json/log_formats.json': counted('inspect', 1, 1, 0),
  'inspect_ai/log_formats.eval': counted('inspect', 1, 1, 0),
  'inspect_ai/log_streaming.eval': counted('inspect', 1, 2, 0.75),
  'inspect_ai/mmlu-summary-choices.eval': counted('inspect', 1, 1, 0),
  'inspect_ai/zstd/mmlu-summary-choices.zstd.eval': counted('inspect', 1, 1, 0),
  'inspect_ai/zstd/popularity.zstd-multiframe.eval': counted('inspect', 1, 10, 0.8),
  'livecodebench/O1-Mini-2024-09-12_Scenario.codegeneration_eval_all.json': counted(
    'livecodebench',
    1,
    880,
    0.684090909,
  ),
  'lm_eval/eee_math_perturbed/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl': counted(
    'lm_eval_samples',
    1,
    10,
    0,
  ),
  [`${qwen}-07-11_113749/results.json`]: counted('lm_eval_results', 1, 39, 0.461538462),
  [`${qwen}-10-09_150315/results.json`]: counted('lm_eval_results', 1, 39, 0.512820513),
  [`${pythia}_arc_permute_2024-11-26T10-47-32.305387.jsonl`]: counted('lm_eval_samples', 1, 145, 0.193103448),
  [`${pythia}_arc_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted('lm_eval_samples', 1, 100, 0.09),
  [`${pythia}_gsm8k_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted('lm_eval_samples', 1, 249, 0),
  [`${pythia}_hellaswag_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted(
    'lm_eval_samples',
    1,
    58,
    0.103448276,
  ),
  [`${pythia}_mmlu_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted(
    'lm_eval_samples',
    1,
    102,
    0.254901961,
  ),
  [`${pythia}_truthfulqa_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted(
    'lm_eval_samples',
    1,
    136,
    0.110294118,
  ),
  [`${pythia}_winogrande_secondary_2024-11-26T10-50-23.349203.jsonl`]: counted(
    'lm_eval_samples',
    1,
    106,
    0.518867925,
  ),
  'lm_eval/misc/samples_asdiv_2024-08-21T03-44-09.494230.jsonl': counted('lm_eval_samples', 1, 50, 0.92),
  'lm_eval/misc/samples_en_it_public_2024-10-11T13-58-59.572420.jsonl': counted(
    'lm_eval_samples',
    1,
    4,
    0.335911871,
  ),
  'lm_eval/misc/samples_eqbench_es_2025-07-21T14-41-47.889425.jsonl': counted('lm_eval_samples', 1, 10, 0),
  [`${slurm}/llama/truthfulqa_gen_write_out_info.json`]: counted('lm_eval_write_out', 1, 817, 0.330477356),
  [`${slurm}/llama/winogrande_write_out_info.json`]: counted('lm_eval_write_out', 1, 1267, 0.737963694),
  [`${slurm}/llama13/winogrande_write_out_info.json`]: counted('lm_eval_write_out', 1, 1267, 0.761641673),
  [`${slurm}/mistral/winogrande_write_out_info.json`]: counted('lm_eval_write_out', 1, 1267, 0.781373323),
  'lm_eval/v0.4.0_array/pretrained=EleutherAI__pythia-2.8b_trivia_qa_unfiltered.nocontext.jsonl': counted(
    'lm_eval_samples',
    1,
    2,
    0,
  ),
  'lm_eval/v0.4.0_array/pretrained=EleutherAI__pythia-2.8b_winogrande.jsonl': counted(
    'lm_eval_samples',
    1,
    4,
    0.25,
  ),
  'mmlu_pro/model_outputs_Llama-2-7b-hf_5shots.zip': counted('mmlu_pro', 1, 12_032, 0.183427527),
  'mmlu_pro/model_outputs_Meta-Llama-3_1-8B-Instruct_5shots.zip': counted('mmlu_pro', 1, 12_032, 0.44190492),
  'mmlu_pro/model_outputs_gemini-1.5-pro-002_5shots.zip': counted('mmlu_pro', 1, 12_020, 0.70249584),
  'olmes/task-000-arc_easy-predictions.jsonl': counted('olmes', 1, 5, 0.4),
  'openai_evals/230417220821DPM75QNS_auto_gpt_completion_fn_test-match.jsonl': counted(
    'openai_evals',
    1,
    3,
    0.333333333,
  ),
  'promptfoo/failure.full-jsonl-row.json': counted('promptfoo', 1, 1, 0),
  'promptfoo/promptfoo-0.121.20_out.csv': counted('promptfoo_table', 2, 3, 0.5),
  'promptfoo/promptfoo-0.121.20_out.json': counted('promptfoo', 2, 3, 0.5),
  'promptfoo/promptfoo-0.121.20_out.jsonl': counted('promptfoo', 2, 3, 0.5),
  'promptfoo/valid.full-jsonl-row.json': counted('promptfoo', 1, 1, 1),
  'py-irt/minitest.amortized.jsonlines': counted('py_irt', 8, 1100, 0.607386364),
  'py-irt/minitest.jsonlines': counted('py_irt', 4, 4, 0.5),
  'swe_bench/info_for_leaderboard.json': counted('swe_bench', 4, 500, 0.6505),
};

/** What a file adds to others when it has no score itself: the role, by its name. */
const adds: readonly (readonly [RegExp, FileReport['role']])[] = [
  [/^helm\/.*\/(run_spec|scenario|stats|display_predictions|display_requests)\.json$/, 'run'],
  [/^helm\/.*\/instances\.json$/, 'item attributes'],
  [/^lm_eval\/eee_math_perturbed\/results_.*\.json$/, 'run'],
  [/^lm_eval\/masakhaner\/sw_mmlu_0shot_.*\.json$/, 'run'],
  [/^arena_hard\/arena_hard_leaderboard_.*\.csv$/, 'model attributes'],
];

/** Code and a part of the sentence; formats.md says of each why it has no score of a model on an item. */
const refused: Record<string, readonly [code: string, because: RegExp]> = {
  // 1.16: the tasks alone
  'bbh/boolean_expressions.json': ['no_responses', /questions of a task and no model's answers/],
  // 1.14: the summary beside the samples, and the schemas of both
  'every_eval_ever/98ea850e-7019-4728-a558-8b1819ec47c2.json': ['no_responses', /summary of an evaluation/],
  'every_eval_ever/demo/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40.json': [
    'no_responses',
    /summary of an evaluation/,
  ],
  'every_eval_ever/eval.schema.json': ['unknown_format', /its keys are \$schema/],
  'every_eval_ever/instance_level_eval.schema.json': ['unknown_format', /its keys are \$schema/],
  // 1.17: the letters of the answers without the key
  [`${redux}/combined_econometrics.csv`]: ['no_responses', /hold the chosen option, not a score/],
  // 1.3: runs that were not scored, and a scorer whose values are null
  'inspect_ai/2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval': ['no_responses', /no score/],
  'inspect_ai/json/data_with_llm_scoring.json': ['no_responses', /no score/],
  // 3: f1 is a pair of texts; mae is Infinity
  'lm_eval/masakhaner/samples_masakhaner_luo_prompt_4_2026-01-16T20-57-28.313639.jsonl': [
    'no_responses',
    /f1 \(a text or a pair/,
  ],
  'lm_eval/misc/samples_polymer_tg_prediction_2025-06-30T19-40-09.461247.jsonl': [
    'no_responses',
    /mae \(lower is better\)/,
  ],
  // 1.5: predictions before they are evaluated
  'opencompass/predictions_baichuan2-7b-chat-hf_COREV2_6A_.json': ['no_responses', /no score/],
  'opencompass/predictions_qwen-7b-chat-hf_COREV2_6A_.json': ['no_responses', /no score/],
  'opencompass/results_baichuan2-7b-chat-hf_qwen-7b-chat-hf_COREV2_6A_.json': ['no_responses', /no score/],
  // 1.12: YAML is an export for people
  'promptfoo/promptfoo-0.121.20_out.yaml': ['no_responses', /as YAML/],
  // of this collection, not of a tool
  'MANIFEST.tsv': ['no_responses', /outside 0 to 1/],
};

/** Means that the tools wrote down themselves, by reading their own files; null = this one has none. */
async function ownAggregate(path: string): Promise<{ mean: number; from: string } | null> {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  if (basename(path) === 'per_instance_stats.json' || path.endsWith('scenario_state.json')) {
    const stats = JSON.parse(text(join(dirname(path), 'stats.json'))) as {
      name: { name: string; split?: string; perturbation?: unknown };
      mean: number;
    }[];
    const found = stats.find(({ name }) => name.name === 'exact_match' && !name.perturbation);
    return found ? { mean: found.mean, from: 'stats.json beside it' } : null;
  }
  if (path.startsWith('inspect_ai/')) {
    const { files } = await expand([{ path, file: new DiskFile(join(root, path)) as File }]);
    const log = JSON.parse((await files[0]?.file.text()) ?? '{}') as {
      results?: { scores?: { metrics?: { accuracy?: { value: number } } }[] };
    };
    const value = log.results?.scores?.[0]?.metrics?.accuracy?.value;
    return value === undefined ? null : { mean: value, from: 'results.scores of the log' };
  }
  if (path.startsWith('lm_eval/eee_math_perturbed/samples_')) {
    const results = join(dirname(path), 'results_2026-01-21T03-44-18.458309.json');
    const tasks = Object.values(
      (JSON.parse(text(results)) as { results: Record<string, Record<string, number>> }).results,
    );
    const value = tasks[0]?.['exact_match,none'];
    return value === undefined ? null : { mean: value, from: 'results_*.json beside it' };
  }
  if (path === 'promptfoo/promptfoo-0.121.20_out.json') {
    const { stats } = (JSON.parse(text(path)) as { results: { stats: Record<string, number> } }).results;
    const [successes = 0, failures = 0] = [stats.successes, stats.failures];
    return { mean: successes / (successes + failures), from: 'stats of the file' };
  }
  if (/^lm_eval\/mattdepaolis\//.test(path)) {
    type Task = Record<string, number | string>;
    const { results, samples } = JSON.parse(text(path)) as {
      results: Record<string, Task>;
      samples: Record<string, unknown[]>;
    };
    const metric = ['acc', 'acc_norm', 'exact_match', 'prompt_level_strict_acc'];
    let [sum, items] = [0, 0];
    for (const [task, rows] of Object.entries(samples)) {
      const name = metric.find((one) => typeof results[task]?.[`${one},none`] === 'number') ?? '';
      sum += Number(results[task]?.[`${name},none`]) * rows.length;
      items += rows.length;
    }
    return { mean: sum / items, from: 'results of the file' };
  }
  return null;
}

interface Loaded {
  files: FileReport[];
  cells: OverviewCell[];
  items: number;
  /** Everything that was loaded; null = there is no response in it. */
  data: Uint8Array | null;
}

function value<T>(result: EngineResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

let core: Core;

/** As the library opens one source, in an engine of its own. */
async function load(path: string, file: File): Promise<Loaded> {
  const session = new core.Session();
  try {
    const service = new EngineService(Promise.resolve(session));
    const prepared = nothingPrepared();
    prepared.files.push({ path, file, options: {} });
    await unpackAll(prepared);
    const incoming = prepared.files.flatMap((one, n) =>
      one === 'example' ? [] : [incomingFile(n + 1, one)],
    );
    const files = value(await service.readFiles(incoming, 1, () => {}));
    const report = value(await service.report());
    const hasData = report.benchmarks.length > 0;
    return {
      files,
      cells: hasData ? value(await service.overview()) : [],
      items: files.reduce((sum, one) => sum + one.items, 0),
      data: hasData ? new Uint8Array(value(await service.dataFile())) : null,
    };
  } finally {
    session.delete();
  }
}

function meanOf({ cells }: Loaded): number {
  const sum = cells.reduce((all, { accuracy }) => all + (accuracy.value ?? 0) * accuracy.items, 0);
  return sum / cells.reduce((all, { accuracy }) => all + accuracy.items, 0);
}

/** What does not depend on names in a path: items, scores and choices in their order. */
function withoutNames(data: Uint8Array): unknown {
  const {
    models,
    items,
    choices = [],
    benchmarks: _,
    ...others
  } = JSON.parse(new TextDecoder().decode(data));
  type Named = { benchmark?: string; model?: string };
  const nameless = ({ benchmark: _, model: __, ...rest }: Named) => rest;
  return {
    ...others,
    models: models.length,
    items: items.map(nameless),
    choices: choices.map(nameless),
  };
}

interface Row {
  path: string;
  as: string;
  models: number;
  items: number;
  mean: number;
  expected: string;
}
const table: Row[] = [];
const percent = (mean: number) => (Number.isNaN(mean) ? '' : mean.toFixed(9));
const errorOf = ({ files }: Loaded): EngineErrorData | null =>
  files.length === 1 ? (files[0]?.error ?? null) : null;

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

const paths = sharedExists ? filesBelow(root) : [];
if (!sharedExists) console.log(`[skipped] the public files: ${Object.keys(read).length} that are read`);

describe.skipIf(!sharedExists)('public files', () => {
  beforeAll(async () => {
    core = await loadCore();
  });
  afterAll(() => {
    const line = ({ path, as, models, items, mean, expected }: Row) =>
      `${path.length > 76 ? `…${path.slice(-75)}` : path.padEnd(76)} ${as.padEnd(20)} ${String(models).padStart(3)} ${String(items).padStart(6)} ${percent(mean).padStart(11)}  ${expected}`;
    console.log(
      [
        `${'file'.padEnd(76)} ${'read as'.padEnd(20)} models items  mean score  expected mean from; or why it is refused`,
        ...table.map(line),
      ].join('\n'),
    );
  });

  it('are all known here', () => {
    const known = (path: string) => path in read || path in refused || adds.some(([name]) => name.test(path));
    expect(paths.filter((path) => !known(path))).toEqual([]);
    for (const path of [...Object.keys(read), ...Object.keys(refused)]) expect(paths).toContain(path);
  });

  it.each(paths)('%s', async (path) => {
    const loaded = await load(path, new DiskFile(join(root, path)));
    const expected = read[path];
    const role = adds.find(([name]) => name.test(path))?.[1];
    const [only] = loaded.files;
    const row: Row = {
      path,
      as: only?.format?.id ?? '',
      models: 0,
      items: 0,
      mean: Number.NaN,
      expected: '',
    };
    table.push(row);
    const unnamed = await load('unknown', new File([readFileSync(join(root, path))], 'unknown'));

    if (path in refused) {
      const [code, because] = refused[path] as readonly [string, RegExp];
      const error = errorOf(loaded);
      row.as = only?.format?.id ?? '-';
      row.expected = `refused: ${error?.message.slice(0, 110)}`;
      expect(error?.code).toBe(code);
      expect(error?.message).toMatch(because);
      expect(error?.hint).not.toBe('');
      expect(errorOf(unnamed)?.code).toBe(code);
      return;
    }
    expect(loaded.files.map((one) => one.error)).toEqual([null]);
    if (role !== undefined) {
      row.models = only?.models.length ?? 0;
      row.items = only?.items ?? 0;
      row.expected = `no score of its own: ${role}`;
      expect(only?.role).toBe(role);
      expect(unnamed.files.map((one) => [one.error, one.role, one.items])).toEqual([
        [null, role, only?.items],
      ]);
      return;
    }

    const [models, items, mean] = expected?.counts ?? [];
    const own = await ownAggregate(path);
    Object.assign(row, { models: only?.models.length, items: loaded.items, mean: meanOf(loaded) });
    row.expected = own ? `${own.from}; ${expected?.from}` : (expected?.from ?? '');
    expect(only?.format?.id).toBe(expected?.format);
    expect([only?.models.length, loaded.items]).toEqual([models, items]);
    expect(meanOf(loaded)).toBeCloseTo(mean ?? Number.NaN, 8.7); // they are printed to nine places
    if (own) expect(Math.abs(meanOf(loaded) - own.mean)).toBeLessThan(1e-9);

    expect(unnamed.files.map((one) => [one.error, one.format?.id])).toEqual([[null, expected?.format]]);
    expect(meanOf(unnamed)).toBe(meanOf(loaded));
    expect(withoutNames(unnamed.data as Uint8Array)).toEqual(withoutNames(loaded.data as Uint8Array));

    const again = await load('data.json', new File([loaded.data as Uint8Array<ArrayBuffer>], 'data.json'));
    expect(again.files.map((one) => [one.error, one.format?.id])).toEqual([[null, 'harmonograph_json']]);
    expect(Buffer.compare(again.data as Uint8Array, loaded.data as Uint8Array)).toBe(0);
    expect(meanOf(again)).toBe(meanOf(loaded));
  });
});

/** Files that were made from public ones; what they are is said where they lie. */
const made = (() => {
  try {
    return filesBelow(derived);
  } catch {
    return [];
  }
})();
if (made.length === 0) console.log('[skipped] files derived from public ones');

describe.skipIf(made.length === 0)('files derived from public ones', () => {
  it.each(made)('%s is read, or refused with a reason', async (path) => {
    core ??= await loadCore();
    const loaded = await load(path, new DiskFile(join(derived, path)));
    for (const { error } of loaded.files) {
      if (error) expect([error.message, error.hint]).not.toContain('');
    }
    if (loaded.data === null) return;
    const again = await load('data.json', new File([loaded.data as Uint8Array<ArrayBuffer>], 'data.json'));
    expect(Buffer.compare(again.data as Uint8Array, loaded.data)).toBe(0);
  });
});
