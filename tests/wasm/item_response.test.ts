// Item response theory across the boundary: every answer has the keys and kinds that the page reads, mistakes are
// values, parameters survive a file, and fits do not outlive their data.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core, Session } from '../../web/core/harmonograph_core.mjs';
import type {
  AdaptiveSimulation,
  AdaptiveState,
  Diagnostics,
  DifferentialResult,
  ItemDetail,
  ItemResponseParameters,
  ItemResponseResult,
  LoadedFit,
  Measures,
  ModelComparison,
  PredictionResult,
  SelectionResult,
  StabilityResult,
  SurvivalMetrics,
} from '../../web/src/engine/item_response.ts';
import type { EngineResult, JobStatus, ModelItems, Note } from '../../web/src/engine/results.ts';
import { finish, loadCore, readFile, report, value } from './core.ts';
import { responseTable } from './response_table.ts';
import { complaints, type Shape } from './shapes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const table = responseTable({ models: 24, items: 60 });

let core: Core;
let session: Session;
let fit: ItemResponseResult;
beforeAll(async () => {
  core = await loadCore();
  session = new core.Session();
  readFile(session, 'table.csv', bytesOf(table), { id: 1 });
  fit = run<ItemResponseResult>(session.startItemResponse('{"dimensions": 2}'));
});
afterAll(() => session?.delete());

const run = <T>(started: string): T => value<T>(finish(session, started));
const json = (parameters: object) => JSON.stringify({ fit: fit.fit, ...parameters });

const number = { orNull: 'number' } as const;
const interval = { low: 'number', high: 'number' } as const;
const note: Shape<Note> = {
  severity: 'string',
  code: 'string',
  message: 'string',
  count: 'number',
  lines: ['number'],
};
const parameters: Shape<ItemResponseParameters> = {
  benchmarks: ['number'],
  estimator: 'string',
  itemModel: 'string',
  dimensions: 'number',
  guessing: 'boolean',
  grouping: 'string',
  rotation: 'string',
  kaiser: 'boolean',
  countOnce: 'boolean',
  seed: 'number',
};
const result: Shape<ItemResponseResult> = {
  fit: 'number',
  parameters,
  estimator: 'string',
  estimatorReason: 'string',
  cells: 'number',
  missingCells: 'number',
  graded: 'boolean',
  notes: [note],
  passes: 'number',
  converged: 'boolean',
  stopped: 'boolean',
  logLikelihood: number,
  logLoss: 'number',
  history: ['number'],
  dimensions: [
    { name: 'string', suggestion: 'string', suggestionR: number, variance: 'number', reliability: 'number' },
  ],
  correlations: [['number']],
  eigenvalues: { orNull: { observed: ['number'], parallel: ['number'] } },
  alpha: number,
  models: {
    model: ['number'],
    abilities: [[number]],
    errors: [[number]],
    accuracy: [
      { value: number, interval: { orNull: interval }, items: 'number', missing: 'number', method: 'string' },
    ],
    ranks: [[{ rank: 'number', low: 'number', high: 'number' }]],
    personFit: [number],
    scores: [{ name: 'string', values: [number], errors: [number] }],
  },
  items: {
    benchmark: ['number'],
    item: ['number'],
    slopes: [['number']],
    slopeErrors: [[number]],
    intercept: ['number'],
    interceptError: [number],
    guessing: ['number'],
    discrimination: ['number'],
    discriminationError: [number],
    difficulty: [number],
    difficultyError: [number],
    information: ['number'],
    meanScore: ['number'],
    scored: ['number'],
    itemRest: [number],
    fit: [number],
    fitP: [number],
    angle: [number],
  },
  flags: [{ code: 'string', label: 'string', rule: 'string', items: ['number'], others: ['number'] }],
  warnings: [{ code: 'string', message: 'string' }],
};
const detail: Shape<ItemDetail> = {
  position: 'number',
  curves: [
    {
      ability: ['number'],
      probability: ['number'],
      low: [number],
      high: [number],
      information: ['number'],
      observed: [{ ability: 'number', score: 'number', models: 'number' }],
    },
  ],
  answers: [{ model: 'number', score: 'number', expected: 'number' }],
  text: 'string',
  attributes: ['string'],
};
const comparison: Shape<ModelComparison> = {
  first: 'number',
  second: 'number',
  dimension: 'number',
  items: 'number',
  difference: 'number',
  interval,
  abilityDifference: [number],
  abilityDifferenceError: [number],
  bins: [
    {
      low: 'number',
      high: 'number',
      slope: 'number',
      items: 'number',
      first: 'number',
      second: 'number',
      firstInterval: interval,
      secondInterval: interval,
    },
  ],
  tails: [
    {
      tail: 'string',
      items: 'number',
      first: 'number',
      second: 'number',
      t: number,
      degreesOfFreedom: 'number',
      pValue: number,
      cohensD: number,
    },
  ],
};
const measures: Shape<Measures> = {
  level: 'string',
  levels: ['string'],
  groups: [
    {
      name: 'string',
      benchmark: 'number',
      items: 'number',
      models: 'number',
      loadings: [{ r: number, low: number, high: number, pValue: number, adjustedP: number }],
      stronger: 'number',
      strongerP: number,
      direction: ['number'],
      angle: number,
      spread: number,
      away: 'number',
      noInformation: 'number',
      negative: 'number',
      mix: {
        orNull: {
          angleBetween: 'number',
          groups: [{ items: ['number'], direction: ['number'], typical: ['string'] }],
        },
      },
    },
  ],
  compass: [{ group: 'number', items: ['number'] }],
};
const survival: Shape<SurvivalMetrics> = {
  scoreRank: number,
  scoreKendall: number,
  abilityRank: [number],
  meanError: number,
  modelError: number,
};
const selection: Shape<SelectionResult> = {
  parameters: {
    fit: 'number',
    rule: 'string',
    dimension: 'number',
    share: 'number',
    shares: ['number'],
    bins: 'number',
    draws: 'number',
    folds: 'number',
    seed: 'number',
  },
  items: 'number',
  kept: ['number'],
  curve: [
    {
      share: 'number',
      items: 'number',
      selected: survival,
      selectedLow: survival,
      selectedHigh: survival,
      random: survival,
      randomLow: survival,
      randomHigh: survival,
    },
  ],
  byBenchmark: [{ benchmark: 'number', kept: 'number', items: 'number' }],
};
const prediction: Shape<PredictionResult> = {
  parameters: {
    fit: parameters,
    folds: 'number',
    foldsUsed: 'number',
    largestDimension: 'number',
    seed: 'number',
  },
  cells: 'number',
  methods: [
    {
      code: 'string',
      label: 'string',
      kind: 'string',
      dimensions: 'number',
      grouped: 'boolean',
      accuracy: 'number',
      logLoss: 'number',
      brier: 'number',
      rankCorrelation: number,
      calibration: [{ predicted: 'number', observed: 'number', cells: 'number', interval }],
      calibrationError: 'number',
      z: number,
    },
  ],
  chosenDimensions: 'number',
  chosenGrouping: 'string',
  best: 'string',
};
const range = { mean: 'number', low: 'number', high: 'number' } as const;
const stability: Shape<StabilityResult> = {
  parameters: { fit: 'number', seeds: 'number', halves: 'number', seed: 'number' },
  rows: [{ kind: 'string', replicates: 'number', congruence: [range], abilities: [range] }],
};
const diagnostics: Shape<Diagnostics> = {
  fit: 'number',
  localDependence: [{ first: 'number', second: 'number', q3: 'number', models: 'number' }],
  itemsCompared: 'number',
  modelResiduals: { models: ['number'], values: [[number]] },
  residualMap: {
    level: 'string',
    groups: ['string'],
    models: ['number'],
    values: [[number]],
    z: [[number]],
  },
  identicalModels: [['number']],
};
const differential: Shape<DifferentialResult> = {
  parameters: { fit: 'number', first: ['number'], second: ['number'] },
  items: [
    {
      position: 'number',
      difference: 'number',
      error: 'number',
      z: 'number',
      pValue: 'number',
      adjustedP: 'number',
    },
  ],
  significant: 'number',
};
const adaptive: Shape<AdaptiveState> = {
  answered: 'number',
  ability: [{ value: 'number', error: 'number', low: 'number', high: 'number' }],
  expectedScore: { value: 'number', low: 'number', high: 'number' },
  next: [{ item: 'number', information: 'number' }],
  expectedErrors: [{ items: 'number', error: 'number' }],
};
const simulation: Shape<AdaptiveSimulation> = {
  parameters: { fit: 'number', items: 'number', folds: 'number', seed: 'number' },
  models: 'number',
  curve: [
    {
      items: 'number',
      adaptive: 'number',
      random: 'number',
      adaptiveScore: 'number',
      randomScore: 'number',
    },
  ],
};
const loaded: Shape<LoadedFit> = {
  fit: 'number',
  source: 'string',
  parameters: { orNull: parameters },
  dimensions: ['string'],
  items: [{ benchmark: 'string', id: 'string', place: { orNull: ['number'] } }],
  slopes: [['number']],
  intercept: ['number'],
  guessing: ['number'],
  discrimination: ['number'],
  difficulty: [number],
  models: [{ name: 'string', abilities: [number], errors: [number] }],
  notes: [note],
};

describe('what the page reads', () => {
  it('is there after a variational fit, with the columns as long as items and models', () => {
    expect(complaints<ItemResponseResult>(fit, result)).toEqual([]);
    const { models, items } = fit;
    for (const column of [models.accuracy, models.personFit, ...models.abilities, ...models.ranks])
      expect(column.length).toBe(24);
    for (const column of [items.item, items.fit, items.angle, ...items.slopes, ...items.slopeErrors])
      expect(column.length).toBe(60);
    expect(fit.flags.length).toBe(7);
    for (const flag of fit.flags.filter(({ code }) => code === 'near_duplicate'))
      expect(flag.others.length).toBe(flag.items.length);
  });

  it('is there after marginal maximum likelihood, with EAP, MAP and WLE', () => {
    const marginal = run<ItemResponseResult>(
      session.startItemResponse('{"dimensions": 1, "estimator": "marginal"}'),
    );
    expect(complaints<ItemResponseResult>(marginal, result)).toEqual([]);
    expect(marginal.models.scores.map(({ name }) => name)).toEqual(['EAP', 'MAP', 'WLE']);
    expect(marginal.logLikelihood).toBeLessThan(0);
    expect(marginal.items.angle.every((angle) => angle === null)).toBe(true);
    value(session.dropFit(marginal.fit));
  });

  it('is there for one item, two models, groups, and answers so far', () => {
    const one = value<ItemDetail>(session.itemDetail(fit.fit, 3));
    expect(complaints<ItemDetail>(one, detail)).toEqual([]);
    expect(one.curves.length).toBe(2);
    expect(one.answers.length).toBe(24);
    expect(complaints<ModelComparison>(value(session.compareModels(fit.fit, 0, 5, 1)), comparison)).toEqual(
      [],
    );
    for (const level of ['benchmark', 'attribute:category']) {
      const found = value<Measures>(session.measures(fit.fit, level));
      expect(complaints<Measures>(found, measures)).toEqual([]);
      expect(found.levels).toEqual(['benchmark', 'attribute:category']);
      expect(found.groups.length).toBe(2);
    }
    const groups = value<DifferentialResult>(
      session.differential(json({ first: [0, 1, 2, 3], second: [4, 5, 6, 7] })),
    );
    expect(complaints<DifferentialResult>(groups, differential)).toEqual([]);
    const state = value<AdaptiveState>(
      session.adaptive(json({ answers: [{ item: 2, score: 1 }], next: 10 })),
    );
    expect(complaints<AdaptiveState>(state, adaptive)).toEqual([]);
    expect(state.next.length).toBe(10);
    expect(state.next.map(({ item }) => item)).not.toContain(2);
  });

  it('is there after every job', () => {
    expect(
      complaints<SelectionResult>(
        run(session.startSelection(json({ draws: 4, folds: 2, shares: [0.1, 0.5] }))),
        selection,
      ),
    ).toEqual([]);
    expect(
      complaints<StabilityResult>(run(session.startStability(json({ seeds: 1, halves: 1 }))), stability),
    ).toEqual([]);
    expect(
      complaints<Diagnostics>(run(session.startDiagnostics(json({ level: 'benchmark' }))), diagnostics),
    ).toEqual([]);
    expect(
      complaints<AdaptiveSimulation>(
        run(session.startAdaptiveSimulation(json({ items: 10, folds: 2 }))),
        simulation,
      ),
    ).toEqual([]);
    const asked = { fit: { ...fit.parameters, dimensions: 0 }, folds: 4, foldsUsed: 1, largestDimension: 2 };
    expect(
      complaints<PredictionResult>(run(session.startPrediction(JSON.stringify(asked))), prediction),
    ).toEqual([]);
  });
});

describe('a mistake is a value', () => {
  const refused = (answer: string, code: string, words: RegExp) => {
    const parsed = JSON.parse(answer) as EngineResult<unknown>;
    if (parsed.ok) throw new Error(`accepted: ${answer.slice(0, 200)}`);
    expect(parsed.error.code).toBe(code);
    expect(parsed.error.message).toMatch(words);
    expect(parsed.error.hint.length).toBeGreaterThan(10);
  };

  it('where the fit is not known', () => {
    const unknown = JSON.stringify({ fit: 999, answers: [], next: 1, first: [0, 1], second: [2, 3] });
    const calls = [
      'startSelection',
      'startStability',
      'startDiagnostics',
      'startAdaptiveSimulation',
    ] as const;
    for (const call of calls) refused(session[call]('{"fit": 999}'), 'not_found', /no fit 999/);
    for (const answer of [
      session.itemDetail(999, 0),
      session.compareModels(999, 0, 1, 0),
      session.measures(999, 'benchmark'),
      session.exportFit(999, 'json'),
      session.adaptive(unknown),
      session.differential(unknown),
      session.trimmedResponses('{"fit": 999, "positions": [0], "format": "csv"}'),
    ])
      refused(answer, 'not_found', /no fit 999/);
  });

  it.each([
    ['{"dimensions": 7}', /dimensions/],
    ['{"estimator": "quick"}', /estimator/],
    ['{"rotation": 1}', /rotation/],
    ['{"seed": -1}', /seed/],
    ['[]', /not a JSON object/],
    ['{"itemModel": "3PL", "estimator": "variational"}', /guessing/],
  ])('with the parameters %s', (given, words) =>
    refused(session.startItemResponse(given), 'invalid_argument', words),
  );

  it('where an item, a model, a dimension, a level or a format does not exist', () => {
    refused(session.itemDetail(fit.fit, 60), 'not_found', /no item 60/);
    refused(session.compareModels(fit.fit, 0, 99, 0), 'not_found', /not part of this fit/);
    refused(session.compareModels(fit.fit, 0, 0, 0), 'invalid_argument', /itself/);
    refused(session.compareModels(fit.fit, 0, 1, 2), 'invalid_argument', /dimension 3/);
    refused(session.measures(fit.fit, 'attribute:colour'), 'not_found', /colour/);
    refused(session.exportFit(fit.fit, 'xml'), 'invalid_argument', /xml/);
    refused(session.startItemResponse('{"benchmarks": [9]}'), 'not_found', /benchmark 9/);
    refused(session.adaptive(json({ answers: [{ item: 60, score: 1 }], next: 1 })), 'not_found', /item 60/);
    refused(
      session.adaptive(json({ answers: [{ item: 0, score: 2 }], next: 1 })),
      'invalid_argument',
      /between 0 and 1/,
    );
    refused(session.importFit('{"a": 1}'), 'unknown_format', /no item response parameters/);
    refused(session.importFit('{"a": '), 'malformed_file', /end is missing/);
  });

  it('where only one model has answered', () => {
    const alone = new core.Session();
    const rows = table.split('\n').map((line) => line.split(',').slice(0, 4).join(','));
    readFile(alone, 'alone.csv', bytesOf(rows.join('\n')), { id: 1 });
    const { models } = report(alone);
    expect(models.length).toBe(1);
    refused(alone.startItemResponse('{}'), 'too_few_models', /model/);
    alone.delete();
  });
});

it('four dimensions of marginal maximum likelihood become three, and the result says so', () => {
  const { job } = value<{ job: number }>(
    session.startItemResponse('{"dimensions": 4, "estimator": "marginal"}'),
  );
  value(session.stopJob(job)); // how it would end does not matter here
  while (!value<JobStatus>(session.step(job)).done);
  const kept = value<ItemResponseResult>(session.result(job));
  expect(kept.parameters.dimensions).toBe(3);
  expect(kept.warnings.find(({ code }) => code === 'fewer_dimensions')?.message).toMatch(
    /3 dimensions instead of 4/,
  );
  value(session.dropJob(job));
  value(session.dropFit(kept.fit));
});

describe('a fit that is stopped', () => {
  it.each(['{"dimensions": 2, "estimator": "variational"}', '{"dimensions": 1, "estimator": "marginal"}'])(
    'keeps its latest parameters: %s',
    (given) => {
      const { job } = value<{ job: number }>(session.startItemResponse(given));
      value(session.step(job));
      value(session.stopJob(job));
      let steps = 0;
      while (!value<JobStatus>(session.step(job)).done) ++steps;
      expect(steps).toBeLessThan(200);
      const kept = value<ItemResponseResult>(session.result(job));
      expect(kept).toMatchObject({ stopped: true, converged: false });
      expect(complaints<ItemResponseResult>(kept, result)).toEqual([]);
      value(session.dropJob(job));
      value(session.dropFit(kept.fit));
    },
  );
});

describe('parameters as files', () => {
  const answers = [
    { item: 0, score: 1 },
    { item: 7, score: 0 },
    { item: 31, score: 0.5 },
  ];
  const asked = (handle: number) => session.adaptive(JSON.stringify({ fit: handle, answers, next: 10 }));

  it('give the same predictions after a round trip, to the last bit', () => {
    const text = value<string>(session.exportFit(fit.fit, 'json'));
    const again = value<LoadedFit>(session.importFit(text));
    expect(complaints<LoadedFit>(again, loaded)).toEqual([]);
    expect(again.source).toBe('harmonograph');
    expect(again.items[31]).toEqual({ benchmark: 'second', id: 'q31', place: [1, 1] });
    expect(again.slopes).toEqual(fit.items.slopes);
    expect(again.intercept).toEqual(fit.items.intercept);
    expect(again.models.map(({ abilities }) => abilities[0])).toEqual(fit.models.abilities[0]);
    expect(asked(again.fit)).toBe(asked(fit.fit));

    // And in a session without any data.
    const empty = new core.Session();
    const there = value<LoadedFit>(empty.importFit(text));
    expect(there.items[31]?.place).toBeNull();
    expect(empty.adaptive(JSON.stringify({ fit: there.fit, answers, next: 10 }))).toBe(asked(fit.fit));
    empty.delete();
  });

  it('are tables too, one line an item or a model', () => {
    const items = value<string>(session.exportFit(fit.fit, 'items.csv')).trim().split(/\r?\n/);
    expect(items.length).toBe(61);
    expect(items[0]).toMatch(/^benchmark,item,slope_1,slope_1_error,slope_2,/);
    const models = value<string>(session.exportFit(fit.fit, 'models.csv')).trim().split(/\r?\n/);
    expect(models.length).toBe(25);
    expect(models[1]).toMatch(/^model 1,/);
  });

  // The layout of py-irt's best_parameters.json: values in the order of the ids, which are objects from index to name.
  const named = { item_ids: { 0: 'a', 1: 'b', 2: 'c' }, subject_ids: { 0: 'm', 1: 'n' } };
  it.each([
    ['1pl', { irt_model: '1pl', ability: [-1, 1], diff: [-0.5, 0, 2] }, [1, 1, 1], [0.5, 0, -2]],
    [
      '2pl',
      { irt_model: '2pl', ability: [-1, 1], diff: [-0.5, 0, 2], disc: [2, 0.5, 1] },
      [2, 0.5, 1],
      [1, 0, -2],
    ],
  ] as const)('of py-irt are read: %s', (_, given, slopes, intercepts) => {
    const read = value<LoadedFit>(session.importFit(JSON.stringify({ ...given, ...named })));
    expect(complaints<LoadedFit>(read, loaded)).toEqual([]);
    expect(read.source).toBe('py-irt');
    expect(read.items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(read.models.map(({ name }) => name)).toEqual(['m', 'n']);
    // Abilities -1 and 1 have mean 0 and variance 1 already, so that nothing is brought to another scale.
    expect(read.models.map(({ abilities }) => abilities[0])).toEqual([-1, 1]);
    for (const [item, slope] of slopes.entries()) {
      expect(read.slopes[0]?.[item]).toBeCloseTo(slope, 12);
      expect(read.intercept[item]).toBeCloseTo(intercepts[item] ?? Number.NaN, 12);
    }
  });

  it('of py-irt are read: multidim_2pl', () => {
    const given = {
      irt_model: 'multidim_2pl',
      ability: [
        [-1, 1],
        [1, -1],
      ],
      diff: [
        [1, 0],
        [0, 1],
        [0.5, -0.5],
      ],
      disc: [
        [2, 0],
        [0, 1],
        [1, 1],
      ],
      ...named,
    };
    const read = value<LoadedFit>(session.importFit(JSON.stringify(given)));
    expect(complaints<LoadedFit>(read, loaded)).toEqual([]);
    expect(read.dimensions.length).toBe(2);
    // logit = sum disc (ability - diff): intercepts -2, -1 and 0.
    for (const [item, intercept] of [-2, -1, 0].entries())
      expect(read.intercept[item]).toBeCloseTo(intercept, 12);
    expect(value<AdaptiveState>(asked2(read.fit)).ability.length).toBe(2);
  });
  const asked2 = (handle: number) =>
    session.adaptive(JSON.stringify({ fit: handle, answers: [{ item: 0, score: 1 }], next: 2 }));

  it.each(['csv', 'json'] as const)('trimmed responses can be loaded again: %s', (format) => {
    const positions = [1, 4, 8, 15, 31, 40, 59];
    const text = value<string>(session.trimmedResponses(json({ positions, format })));
    const trimmed = new core.Session();
    const read = readFile(trimmed, `trimmed.${format}`, bytesOf(text), { id: 1 });
    expect(read.error).toBeNull();
    const { models, benchmarks } = report(trimmed);
    expect(models.map(({ name }) => name)).toEqual(report(session).models.map(({ name }) => name));
    expect(benchmarks.map(({ name, items }) => [name, items])).toEqual([
      ['first', 4],
      ['second', 3],
    ]);
    // The same responses: a wide table says them in the order of the models.
    const source = table.split('\n').slice(1);
    const kept = positions.map((position) => source[position]?.split(','));
    for (const [model] of models.entries()) {
      for (const benchmark of [0, 1]) {
        const scores = value<ModelItems>(trimmed.modelItems(benchmark, model, '')).scores;
        const wanted = kept
          .filter((row) => row?.[0] === (benchmark === 0 ? 'first' : 'second'))
          .map((row) => Number(row?.[3 + model]));
        expect(scores).toEqual(wanted);
      }
    }
    trimmed.delete();
  });
});

describe('when files change', () => {
  it('fits are forgotten; a job that runs ends with the data that it began with', () => {
    const other = new core.Session();
    readFile(other, 'table.csv', bytesOf(table), { id: 1 });
    const known = value<ItemResponseResult>(finish(other, other.startItemResponse('{"dimensions": 1}')));
    const { job } = value<{ job: number }>(
      other.startSelection(JSON.stringify({ fit: known.fit, draws: 2, folds: 2 })),
    );
    readFile(other, 'more.csv', bytesOf(table.replaceAll('model ', 'other ')), { id: 2 });
    const detailOfOld = JSON.parse(other.itemDetail(known.fit, 0)) as EngineResult<unknown>;
    expect(detailOfOld).toMatchObject({ ok: false, error: { code: 'not_found' } });
    while (!value<JobStatus>(other.step(job)).done);
    expect(value<SelectionResult>(other.result(job)).items).toBe(60);
    other.delete();
  });

  it('a fit that was dropped is gone, and dropping it twice is no mistake', () => {
    const one = run<ItemResponseResult>(session.startItemResponse('{"dimensions": 1}'));
    value(session.dropFit(one.fit));
    value(session.dropFit(one.fit));
    expect(JSON.parse(session.measures(one.fit, 'benchmark'))).toMatchObject({ ok: false });
  });
});
