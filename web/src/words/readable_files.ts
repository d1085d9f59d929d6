// Which files are read: for each reader of the core what makes the file, what is read of it, and what is not. The page's
// "What can I drop?", the command "formats" and the tables of docs/formats.md (node .ci/formats_doc.mjs) are made from it.
// Names between backticks are code.

export interface ReadableFile {
  /** As the core has it: Format::id and Format::label of src/formats/registry.cpp. */
  id: string;
  label: string;
  /** The short name under which people know the tool; several entries may share one. */
  tool: string;
  /** What is typed to get the file. What stands in capitals is the user's own. */
  commands: readonly string[];
  /** Where it comes from besides, or instead. "" = the command says it. */
  origin: string;
  /** Names that the tool gives. They are hints: files are recognised by their content. */
  files: readonly string[];
  read: string;
  /** "" = everything is read. */
  notRead: string;
}

export const readableFiles: readonly ReadableFile[] = [
  {
    id: 'harmonograph_json',
    label: 'Harmonograph JSON',
    tool: 'Harmonograph JSON',
    commands: [],
    origin: 'a script of your own ([docs/format.md](format.md))',
    files: [],
    read: 'everything: models, items, texts, attributes, scores, probabilities of options, vectors',
    notRead: '',
  },
  {
    id: 'lm_eval_samples',
    label: 'lm-evaluation-harness samples',
    tool: 'lm-evaluation-harness',
    commands: [
      'lm_eval --model hf --model_args pretrained=MODEL --tasks TASKS --output_path out --log_samples',
    ],
    origin: 'details of the second Open LLM Leaderboard',
    files: ['samples_TASK_DATE.jsonl'],
    read: 'scores of every filter and metric (choose), log-likelihoods of the options: raw, per character, per byte, less the unconditional ones',
    notRead: 'prompts beyond the first 4,000 bytes of a question',
  },
  {
    id: 'lm_eval_write_out',
    label: 'lm-evaluation-harness write-out (2023)',
    tool: 'lm-evaluation-harness',
    commands: [
      'python main.py --model hf-causal --model_args pretrained=MODEL --tasks TASKS --write_out --output_base_path out',
    ],
    origin: 'version 0.3',
    files: ['TASK_write_out_info.json'],
    read: 'scores, log-likelihoods',
    notRead: 'generated texts',
  },
  {
    id: 'lm_eval_results',
    label: 'lm-evaluation-harness results',
    tool: 'lm-evaluation-harness',
    commands: [],
    origin: 'the same run as the samples',
    files: ['results_DATE.json', 'results.json'],
    read: 'the model’s name, groups of tasks, stated means (compared with ours), samples where they are inside',
    notRead: 'configurations',
  },
  {
    id: 'lighteval',
    label: 'lighteval details',
    tool: 'lighteval',
    commands: ['lighteval accelerate "model_name=MODEL" TASKS --save-details'],
    origin:
      'details of the first Open LLM Leaderboard; columns that are texts of Python objects (0.2 to 0.7) too',
    files: ['details_TASK_DATE.parquet'],
    read: 'every metric (choose), log-likelihoods of the options: raw, per character, less the unconditional ones; questions',
    notRead: 'generated texts, tokens',
  },
  {
    id: 'lighteval_results',
    label: 'lighteval results',
    tool: 'lighteval',
    commands: [],
    origin: 'the same run as the details',
    files: ['results_DATE.json'],
    read: 'the model’s name, groups of tasks, stated means (compared with ours)',
    notRead: 'configurations',
  },
  {
    id: 'helm_stats',
    label: 'HELM per-instance stats',
    tool: 'HELM',
    commands: ['helm-run --run-entries RUN_ENTRY --suite SUITE --max-eval-instances N'],
    origin: '',
    files: ['per_instance_stats.json'],
    read: 'every metric of each instance (choose); perturbed versions and further trials are items of their own',
    notRead: 'counts, times, `@k` copies; `max_prob` and `logprob`, which hold placeholders',
  },
  {
    id: 'helm_scenario_state',
    label: 'HELM scenario state',
    tool: 'HELM',
    commands: [],
    origin: 'the same run as the stats',
    files: ['scenario_state.json'],
    read: 'multiple choice: the chosen option against the right one; options asked one by one: their mean log-probabilities, calibrated where HELM did',
    notRead: 'generated texts: their scores stand in the stats',
  },
  {
    id: 'helm_instances',
    label: 'HELM instances',
    tool: 'HELM',
    commands: ['helm-summarize --suite SUITE'],
    origin: '',
    files: ['instances.json'],
    read: 'questions, options, right ones',
    notRead: '',
  },
  {
    id: 'helm_run',
    label: 'HELM run: its description',
    tool: 'HELM',
    commands: [],
    origin: 'the same run as the stats',
    files: ['run_spec.json'],
    read: 'the model’s name',
    notRead: '`scenario.json`, `stats.json`, `display_*.json` hold nothing more: they say so',
  },
  {
    id: 'inspect',
    label: 'Inspect log',
    tool: 'Inspect',
    commands: ['inspect eval TASK --model MODEL', 'inspect log dump LOG.eval > log.json'],
    origin: '',
    files: ['DATE_TASK_ID.eval', 'DATE_TASK_ID.json'],
    read: 'every scorer and each of its values (choose): C, I, P, N, numbers, truth values, dictionaries, lists; epochs averaged; choices, answers, metadata; stated accuracy',
    notRead: 'messages, events, log-probabilities of tokens',
  },
  {
    id: 'olmes',
    label: 'OLMES / oe-eval predictions (JSON lines)',
    tool: 'OLMES',
    commands: ['olmes --model MODEL --task TASK --output-dir out'],
    origin: 'olmo-eval',
    files: ['task-N-TASK-predictions.jsonl', 'TASK_HASH_predictions.jsonl'],
    read: 'metrics (choose), log-likelihoods of the options: raw, per token, per character, less the unconditional ones; -999 is missing',
    notRead: 'requests',
  },
  {
    id: 'opencompass',
    label: 'OpenCompass predictions and results',
    tool: 'OpenCompass',
    commands: ['opencompass --models MODEL --datasets DATASET --dump-eval-details'],
    origin: '',
    files: ['results/MODEL/DATASET.json', 'predictions/MODEL/DATASET.json'],
    read: 'verdicts, shares of right replicas, perplexities of labels',
    notRead: 'percent means alone; predictions without a verdict',
  },
  {
    id: 'openai_evals',
    label: 'OpenAI evals event log (JSON lines)',
    tool: 'OpenAI evals',
    commands: ['oaieval MODEL EVAL --record_path out.jsonl'],
    origin: '',
    files: ['RUN_MODEL_EVAL.jsonl'],
    read: 'the first `match` of a sample, numbers of `metrics`',
    notRead: 'sampled texts',
  },
  {
    id: 'mmlu_pro',
    label: 'MMLU-Pro outputs',
    tool: 'MMLU-Pro',
    commands: ['python evaluate_from_api.py -m MODEL', 'python evaluate_from_local.py --model MODEL'],
    origin: 'the published outputs',
    files: ['model_outputs_MODEL_5shots.json', 'CATEGORY_result.json'],
    read: 'the letter that was read against the key; where none was read the answer is wrong, or missing (choose; read option `null=missing`)',
    notRead: 'answers',
  },
  {
    id: 'code_results',
    label: 'EvalPlus / BigCodeBench results',
    tool: 'EvalPlus, BigCodeBench',
    commands: [
      'evalplus.evaluate --model MODEL --dataset humaneval --backend vllm --greedy',
      'bigcodebench.evaluate --model MODEL --split complete --subset full',
    ],
    origin: '',
    files: ['*_eval_results.json'],
    read: 'plus, base or status (choose); samples averaged',
    notRead: 'programs, traces',
  },
  {
    id: 'human_eval',
    label: 'human-eval results (JSON lines)',
    tool: 'human-eval',
    commands: ['evaluate_functional_correctness samples.jsonl'],
    origin: '',
    files: ['samples.jsonl_results.jsonl'],
    read: 'passed or not; samples of a task averaged',
    notRead: 'programs',
  },
  {
    id: 'multipl_e',
    label: 'MultiPL-E results',
    tool: 'MultiPL-E',
    commands: [],
    origin: 'its evaluation container; harnesses that keep its shape',
    files: ['PROBLEM.results.json'],
    read: 'passed or not; samples of a problem averaged',
    notRead: 'programs',
  },
  {
    id: 'crux_eval',
    label: 'CRUXEval scored generations',
    tool: 'CRUXEval',
    commands: [
      'python evaluate_generations.py --generations_path GENERATIONS --scored_results_path OUT.json',
    ],
    origin: '',
    files: ['OUT.json'],
    read: 'right or not; samples of an item averaged',
    notRead: 'generations',
  },
  {
    id: 'livecodebench',
    label: 'LiveCodeBench evaluation',
    tool: 'LiveCodeBench',
    commands: ['python -m lcb_runner.runner.main --model MODEL --scenario codegeneration --evaluate'],
    origin: '',
    files: ['Scenario.codegeneration_N_T_eval_all.json'],
    read: 'share of passing generations; platform, difficulty, month of the contest',
    notRead: 'programs',
  },
  {
    id: 'alpaca_eval',
    label: 'AlpacaEval annotations',
    tool: 'AlpacaEval',
    commands: ['alpaca_eval --model_outputs OUTPUTS.json'],
    origin: '',
    files: ['annotations.json'],
    read: 'preference less 1; 0 is a tie; null is missing',
    notRead: 'answers',
  },
  {
    id: 'mt_bench',
    label: 'MT-bench judgments (JSON lines)',
    tool: 'MT-bench',
    commands: ['python gen_judgment.py --model-list MODEL --mode single'],
    origin: '',
    files: ['JUDGE_single.jsonl'],
    read: '(grade - 1) / 9, turns apart; -1 is missing',
    notRead: 'pairs',
  },
  {
    id: 'arena_hard',
    label: 'Arena-Hard judgments (JSON lines)',
    tool: 'Arena-Hard',
    commands: ['python gen_judgment.py'],
    origin: 'in the folder of Arena-Hard',
    files: ['model_judgment/JUDGE/MODEL.jsonl'],
    read: 'both games of a question: 0, 1/4, 1/2, 3/4 or 1 each',
    notRead: 'judgments as text',
  },
  {
    id: 'swe_bench',
    label: 'SWE-bench results',
    tool: 'SWE-bench',
    commands: ['python -m swebench.harness.run_evaluation --predictions_path PREDICTIONS.jsonl --run_id RUN'],
    origin: 'the published submissions and leaderboards of several models',
    files: ['MODEL.RUN.json', 'report.json', 'results.json', 'per_instance_details.json'],
    read: 'resolved or not; of several trials the share; where a file lists solved instances alone, instances that other files name count as not solved, and it is said',
    notRead: 'patches, test logs',
  },
  {
    id: 'promptfoo',
    label: 'promptfoo results',
    tool: 'promptfoo',
    commands: ['promptfoo eval -o out.json', 'promptfoo eval -o out.jsonl'],
    origin: '',
    files: ['out.json', 'out.jsonl'],
    read: 'success (or score, named scores) by provider and variables; repetitions averaged; errors of a provider are missing',
    notRead: 'YAML: export JSON',
  },
  {
    id: 'promptfoo_table',
    label: 'promptfoo results as CSV',
    tool: 'promptfoo',
    commands: ['promptfoo eval -o out.csv'],
    origin: '',
    files: ['out.csv'],
    read: 'success (or score, metrics) by provider and variables; repetitions averaged; of 2023 too, with the verdict in the cell',
    notRead: 'answers, reasons',
  },
  {
    id: 'deepeval',
    label: 'deepeval test run',
    tool: 'deepeval',
    commands: ['deepeval test run TEST.py'],
    origin: 'what `evaluate()` returns, as `model_dump_json()` writes it',
    files: ['.deepeval/.latest_run_full.json', 'test_run_DATE.json'],
    read: 'every metric (choose), success',
    notRead: 'answers, reasons',
  },
  {
    id: 'every_eval_ever',
    label: 'Every Eval Ever samples (JSON lines)',
    tool: 'Every Eval Ever',
    commands: [],
    origin: 'its converters',
    files: ['UUID_samples.jsonl'],
    read: 'score, `is_correct`, metadata',
    notRead: 'the summary beside it, which is refused with the reason',
  },
  {
    id: 'bbh',
    label: 'BIG-Bench Hard outputs',
    tool: 'BIG-Bench Hard',
    commands: [],
    origin: 'the published outputs',
    files: ['TASK_few_shot_template_0.json'],
    read: 'the answer after “the answer is” against the target',
    notRead: 'the tasks alone',
  },
  {
    id: 'vlmevalkit',
    label: 'VLMEvalKit predictions and results',
    tool: 'VLMEvalKit',
    commands: ['python run.py --data DATASET --model MODEL'],
    origin: '',
    files: ['MODEL_DATASET.xlsx', 'MODEL_DATASET.tsv', 'MODEL_DATASET_JUDGE_result.xlsx'],
    read: 'hit, or the option that a prediction names against the answer; categories; CircularEval: an item is right when all of its rotations are (their mean can be chosen)',
    notRead: 'images; `*_acc.csv`, which holds means',
  },
  {
    id: 'evalscope',
    label: 'EvalScope reviews (JSON lines)',
    tool: 'EvalScope',
    commands: ['evalscope eval --model MODEL --datasets DATASET'],
    origin: '',
    files: ['reviews/MODEL/DATASET.jsonl'],
    read: 'every metric (choose); repetitions averaged; metadata',
    notRead: 'answers',
  },
  {
    id: 'py_irt',
    label: 'py-irt responses (JSON lines)',
    tool: 'py-irt',
    commands: [],
    origin: 'what `py-irt train` reads',
    files: ['*.jsonlines'],
    read: 'responses',
    notRead: 'pairs to predict',
  },
  {
    id: 'tiny_benchmarks',
    label: 'tinyBenchmarks scores of many models',
    tool: 'tinyBenchmarks',
    commands: [],
    origin: '`lb.pickle` as JSON: the message that refuses a pickle has the two lines of Python',
    files: ['lb.json'],
    read: 'items x models of every scenario',
    notRead: '',
  },
  {
    id: 'score_list',
    label: 'List of scores of one model',
    tool: 'tinyBenchmarks',
    commands: [],
    origin: 'the vector `y` of tinyBenchmarks; `numpy.savetxt`',
    files: ['*.json', '*.csv'],
    read: 'scores between 0 and 1 in the order of the items',
    notRead: 'lists of fewer than three numbers',
  },
  {
    id: 'json_records',
    label: 'JSON records (an array, or one object a line)',
    tool: 'JSON records',
    commands: [],
    origin: 'anything that writes flat records: exports of Langfuse, LangSmith, Braintrust, Weave too',
    files: ['*.json', '*.jsonl'],
    read: 'columns by their names, or as you say; a first record about the run names model and benchmark; the share of a list of verdicts',
    notRead: '',
  },
  {
    id: 'json_object',
    label: 'JSON with records inside',
    tool: 'JSON with records inside',
    commands: [],
    origin:
      'tools that are not named here, `json.dump` of a script, `pandas.DataFrame.to_json` in any orientation; Terminal-Bench, tau2-bench',
    files: ['*.json', '*.jsonl'],
    read: 'a list of records anywhere inside of an object, answers of models inside of each item (or of items inside of each model), records under their names, columns of lists; keys above them as models, benchmarks or items, and names of model and benchmark beside them: what was found is said, columns can be chosen',
    notRead: 'means of benchmarks or models; what has no item, or nothing that is surely a score',
  },
  {
    id: 'table',
    label: 'CSV, TSV or another table',
    tool: 'CSV and TSV',
    commands: [],
    origin: 'spreadsheets, data frames, hendrycks’ MMLU, BenchMIRT, MMLU-Redux',
    files: ['*.csv', '*.tsv'],
    read: 'rows or columns of models, letters with a key, option probabilities, samples of an answer; attributes of models and of items, vectors of items',
    notRead: '',
  },
];

/** What one of the files above may lie in. */
export interface ReadableContainer {
  /** Markdown: in the page the marks are left out. */
  what: string;
  read: string;
}

export const readableContainers: readonly ReadableContainer[] = [
  {
    what: 'ZIP (stored, deflate, Zstandard; ZIP64)',
    read: 'each file inside, as `archive.zip/inner/path.json`, in the order of the names',
  },
  { what: '`.tar`, `.tar.gz`, `.tgz`, `.tar.zst`', read: 'the same' },
  { what: 'one file in gzip or Zstandard', read: 'the file' },
  {
    what: 'a log of Inspect (`.eval`)',
    read: 'the head of the log with its samples: of `summaries.json` where that has scores, otherwise of the samples themselves; of a run that did not end, what it has',
  },
  {
    what: 'Parquet',
    read: 'each row as one JSON object: structs, lists, dates in ISO 8601; whole numbers that no double holds, NaN and infinities as text',
  },
  {
    what: 'an Excel workbook (`.xlsx`)',
    read: 'its first sheet as CSV: dates in ISO 8601, the values of formulas; the other sheets are named',
  },
  {
    what: 'a capsule (`.harmonograph.zip`)',
    read: 'opened as it was saved ([docs/capsule.md](capsule.md))',
  },
];

/** The names of the tools, each once, in the order of the list. */
export const readableTools: readonly string[] = [...new Set(readableFiles.map(({ tool }) => tool))];

const linkInMarkdown = /\[([^\]]*)\]\([^)]*\)/g;

/** Without the marks of Markdown. */
export const plainWords = (text: string): string => text.replace(linkInMarkdown, '$1').replaceAll('`', '');

function contains(texts: readonly string[], query: string): boolean {
  const text = plainWords(texts.join('\n')).toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Entries in which every word of the query occurs somewhere, in any case. */
export const findReadable = (query: string): readonly ReadableFile[] =>
  readableFiles.filter(({ id, label, tool, commands, origin, files, read, notRead }) =>
    contains([id, label, tool, ...commands, origin, ...files, read, notRead], query),
  );

export const findContainers = (query: string): readonly ReadableContainer[] =>
  readableContainers.filter(({ what, read }) => contains([what, read], query));
