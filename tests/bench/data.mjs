// The data of the bench: option distributions of one or two models on N items, as a CSV file that the importer reads
// and as plain doubles for the peer. Real predictions are resampled and perturbed when they are at hand, else
// generated. Files are made once and kept in build/bench/data.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../.ci/command.mjs';

export const folder = join(root, 'build', 'bench', 'data');
const real = join(root, '..', 'shared', 'datasets', 'llm_uncertainty_bench', 'mmlu_10k_probs.f32');
const realItems = 10_000;
const realModels = 25;
const realOptions = 6;
const options = 4;
/** Places of the models in the file: Mistral-7B-v0.1 and Qwen-14B. */
const chosenModels = [6, 7];

export const haveRealData = () => existsSync(real);

/** mulberry32: the same numbers on every machine. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

function normalise(values) {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}

/** items x options of the model at `place` of chosenModels, from real predictions. */
function realDistributions(place, items) {
  const bytes = readFileSync(real);
  const table = new Float32Array(bytes.buffer, bytes.byteOffset, realItems * realModels * realOptions);
  const { uniform, normal } = randomNumbers(1);
  return Array.from({ length: items }, (_, i) => {
    const isCopy = i >= realItems;
    const source = isCopy ? Math.floor(uniform() * realItems) : i;
    const start = (source * realModels + chosenModels[place]) * realOptions;
    const values = Array.from(table.subarray(start, start + options), (value) => Math.max(value, 1e-9));
    // A copy is moved by 10% of every odds ratio, so that no two items are the same.
    return normalise(isCopy ? values.map((value) => value * Math.exp(0.1 * normal())) : values);
  });
}

/**
 * Each item has an option that the model leans to, and noise in every log-odds. The lean is spread as that of
 * Mistral-7B on MMLU (quantiles 5, 25, 50, 75, 95% of the log-odds between the first and the second option: 0.05, 0.3,
 * 1.1, 3.0, 4.8), the noise, too (second against third: 0.03, 0.15, 0.34, 0.68, 1.58). The numerical rank of the
 * similarity comes out near that of the real predictions.
 */
function generatedDistributions(place, items) {
  const { uniform, normal } = randomNumbers(100 + place);
  return Array.from({ length: items }, () => {
    const values = Array.from({ length: options }, () => 0.45 * normal());
    values[Math.floor(uniform() * options)] += 5.2 * uniform() ** 2.2;
    if (uniform() < 0.2) values[Math.floor(uniform() * options)] += 2 * uniform();
    return normalise(values.map(Math.exp));
  });
}

function writeOnce(path, make) {
  if (existsSync(path) && statSync(path).size > 0) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, make());
  return path;
}

/** {csv, doubles, source}: option probabilities of `models` models on `items` items. */
export function harmonyData(items, { models = 1, generated = false } = {}) {
  const isReal = haveRealData() && !generated;
  const source = isReal ? 'real' : 'generated';
  const name = join(folder, `${source}_${items}_${models}`);
  const csv = `${name}.csv`;
  const doubles = `${name}.f64`;
  if (!existsSync(csv) || !existsSync(doubles)) {
    mkdirSync(folder, { recursive: true });
    const { uniform } = randomNumbers(9);
    const keys = Array.from({ length: items }, () => Math.floor(uniform() * options));
    const lines = ['item_id,model,key,n_options,p_A,p_B,p_C,p_D'];
    const numbers = new Float64Array(items * options);
    for (let m = 0; m < models; ++m) {
      const rows = isReal ? realDistributions(m, items) : generatedDistributions(m, items);
      rows.forEach((row, i) => {
        const texts = row.map((value) => value.toPrecision(6));
        if (m === 0) numbers.set(texts.map(Number), i * options);
        // The key is mostly where the probability is, so that scores are those of an average model.
        const best = row.indexOf(Math.max(...row));
        const key = 'ABCD'[(best + (keys[i] === 0 ? 1 : 0)) % options];
        lines.push(
          `q${i},${m === 0 ? 'first' : 'second'},${m === 0 ? key : keyOf(i)},${options},${texts.join(',')}`,
        );
        if (m === 0) keysOfItems[i] = key;
      });
    }
    writeFileSync(csv, `${lines.join('\n')}\n`);
    writeFileSync(doubles, numbers);
  }
  return { csv, doubles, source };
}

// The key belongs to the item: all models share the first one's.
const keysOfItems = [];
const keyOf = (item) => keysOfItems[item];

const words =
  'which of the following is a true statement about water light force energy cell law price court number'.split(
    ' ',
  );

/**
 * Lines of a samples file of lm-evaluation-harness, multiple choice with four options: about 2,100 bytes each, or 1,000
 * when the texts are short.
 */
function* sampleLines(shortTexts) {
  const { uniform } = randomNumbers(5);
  const sentence = (length) =>
    Array.from({ length }, () => words[Math.floor(uniform() * words.length)]).join(' ');
  const between = (least, span) => least + Math.floor(uniform() * span);
  const hash = () =>
    Array.from({ length: 8 }, () =>
      Math.floor(uniform() * 4294967296)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  for (let i = 0; ; ++i) {
    const question = `${sentence(shortTexts ? between(4, 4) : between(12, 30))}?`;
    const choices = Array.from({ length: options }, () => sentence(shortTexts ? 1 : between(3, 6)));
    const answer = Math.floor(uniform() * options);
    const values = choices.map(() => -Number((uniform() * 8).toFixed(6)));
    const best = values.indexOf(Math.max(...values));
    const prompt = `Question: ${question}\n${choices.map((text, c) => `${'ABCD'[c]}. ${text}`).join('\n')}\nAnswer:`;
    yield JSON.stringify({
      doc_id: i,
      doc: { question, subject: `subject_${i % 57}`, choices, answer },
      target: String(answer),
      arguments: Object.fromEntries(
        choices.map((_, c) => [`gen_args_${c}`, { arg_0: prompt, arg_1: ` ${'ABCD'[c]}` }]),
      ),
      resps: values.map((value) => [[String(value), 'False']]),
      filtered_resps: values.map((value) => [String(value), 'False']),
      filter: 'none',
      metrics: ['acc'],
      doc_hash: hash(),
      prompt_hash: hash(),
      target_hash: hash(),
      acc: best === answer ? 1 : 0,
    });
  }
}

/** A samples file of lm-evaluation-harness of about so many megabytes. */
export function samplesFile(megabytes) {
  return writeOnce(join(folder, `samples_mmlu_bench_${megabytes}.jsonl`), () => {
    const lines = [];
    let bytes = 0;
    for (const line of sampleLines(false)) {
      lines.push(line);
      bytes += line.length + 1;
      if (bytes >= megabytes * 1e6) break;
    }
    return `${lines.join('\n')}\n`;
  });
}

/** A samples file of so many rows of about 1,200 bytes. */
export function largeSamplesFile(rows) {
  const path = join(folder, `samples_large_${rows}.jsonl`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${path}.tmp`;
    const file = openSync(unfinished, 'w');
    let piece = '';
    let row = 0;
    for (const line of sampleLines(true)) {
      piece += `${line}\n`;
      if (++row % 2000 === 0 || row === rows) {
        writeSync(file, piece);
        piece = '';
      }
      if (row === rows) break;
    }
    closeSync(file);
    renameSync(unfinished, path);
  }
  return { path, bytes: statSync(path).size };
}

/**
 * A study of generated data: `benchmarks` CSV files, each with `models` models on `items` items of 4 options. Every
 * benchmark has domains of its own in which models are good or bad.
 */
export function studyFiles(models, benchmarks, items) {
  return Array.from({ length: benchmarks }, (_, b) =>
    writeOnce(join(folder, `study_${models}x${items}_benchmark${String(b + 1).padStart(2, '0')}.csv`), () => {
      const { uniform, normal } = randomNumbers(1000 + b);
      const domains = 3 + (b % 4);
      const keys = Array.from({ length: items }, () => Math.floor(uniform() * options));
      const lines = ['item_id,model,score,n_options,p_A,p_B,p_C,p_D'];
      for (let m = 0; m < models; ++m) {
        const strengths = Array.from({ length: domains }, () => (m / models) * 3 + 0.8 * normal());
        for (let i = 0; i < items; ++i) {
          const strength = strengths[i % domains];
          const values = Array.from({ length: options }, () => 0.7 * normal());
          values[keys[i]] += strength * (0.6 + 0.4 * uniform());
          values[(i % domains) % options] += 0.8;
          const row = normalise(values.map(Math.exp));
          const score = row.indexOf(Math.max(...row)) === keys[i] ? 1 : 0;
          const family = ['Alpha', 'Beta', 'Gamma', 'Delta'][m % 4];
          const name = `${family}-${2 ** (1 + Math.floor(m / 4))}B`;
          lines.push(
            `q${i},${name},${score},${options},${row.map((value) => value.toPrecision(6)).join(',')}`,
          );
        }
      }
      return `${lines.join('\n')}\n`;
    }),
  );
}
