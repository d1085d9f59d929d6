// "Does this work?": a generated benchmark whose domains are known; does the estimate follow the truth?
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { truthScatter } from '../../charts/truth_scatter.ts';
import { Button, Field, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import { useDraft } from '../../components/draft.ts';
import type { ValidatedMeasure, Validation, ValidationParameters } from '../../engine/study.ts';
import {
  chooseValidation,
  repeatValidation,
  resetValidation,
  validationDefaults,
  validationJob,
  validationLimits,
  validationParameters,
} from '../../state/study_validation.ts';
import { count, counted, percent, unit } from '../../verdict/numbers.ts';
import { correlationInWords, validationVerdict } from '../../verdict/validation.ts';
import type { TermName } from '../../words/definitions.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { VerdictHead } from '../study/notices.tsx';
import '../study/study.css';

export function ValidationView() {
  const { state, result } = validationJob.state.value;
  const stale = state !== 'done';
  const verdict = result
    ? validationVerdict(result).text
    : 'Models are being simulated on a benchmark whose domains are known.';
  const chart = useMemo(() => (result ? truthScatter(result) : null), [result]);
  return (
    <div class="study-view validation-view">
      <VerdictHead question="Does this work?" verdict={verdict} stale={result !== null && stale} />
      <p class="study-sentence quiet">
        RedundantQA is a benchmark that this page generates: every entry is five items: a question with two
        paraphrases that models answer alike and two look-alikes that they do not, so that the true domains
        and the true HARMONY of every simulated model are known.
      </p>
      <Sliders />
      <div class="study-controls">
        <JobState job={validationJob} label="Simulating models" onRepeat={repeatValidation} />
      </div>
      {result && (
        <>
          {chart && <ChartView chart={chart} stale={stale} />}
          <Measures result={result} stale={stale} />
        </>
      )}
    </div>
  );
}

type Setting = Exclude<keyof ValidationParameters, 'seed'>;
const sliders: { name: Setting; label: string; term?: TermName; write: (value: number) => string }[] = [
  { name: 'domains', label: 'Domains', write: count },
  { name: 'entries', label: 'Entries a domain', write: count },
  { name: 'noise', label: 'Noise', term: 'distribution noise', write: (value) => unit(value) },
  { name: 'imbalance', label: 'Imbalance', term: 'imbalance', write: (value) => unit(value) },
  { name: 'models', label: 'Simulated models', write: count },
];

function Sliders() {
  const wanted = validationParameters.value;
  const changed = JSON.stringify(wanted) !== JSON.stringify(validationDefaults);
  return (
    <div class="study-sliders">
      {sliders.map((one) => (
        <Slider key={one.name} {...one} value={wanted[one.name]} />
      ))}
      <Seed value={wanted.seed} />
      <div class="field reset">
        <Button small disabled={!changed} onClick={resetValidation}>
          Reset
        </Button>
      </div>
    </div>
  );
}

interface SliderProps {
  name: Setting;
  label: string;
  term?: TermName;
  write: (value: number) => string;
  value: number;
}

function Slider({ name, label, term, write, value }: SliderProps) {
  const [draft, change] = useDraft(value, (next) => chooseValidation(name, next));
  const { least, most, step } = validationLimits[name];
  return (
    <Field label={term ? <Term name={term}>{label}</Term> : label} value={write(draft)}>
      {(id) => (
        <input
          id={id}
          type="range"
          aria-label={label}
          min={least}
          max={most}
          step={step}
          value={draft}
          aria-valuetext={write(draft)}
          onInput={(event) => change(Math.round(event.currentTarget.valueAsNumber * 100) / 100)}
        />
      )}
    </Field>
  );
}

function Seed({ value }: { value: number }) {
  const [draft, change] = useDraft(value, (next) => chooseValidation('seed', next));
  return (
    <Field label={<Term name="seed">Seed</Term>}>
      {(id) => (
        <input
          id={id}
          type="number"
          aria-label="Seed"
          min={0}
          step={1}
          value={draft}
          onInput={(event) => {
            const number = event.currentTarget.valueAsNumber;
            if (Number.isInteger(number) && number >= 0) change(number);
          }}
        />
      )}
    </Field>
  );
}

/** ".03", and "< .001" of what is not 0. */
function small(value: number | null, decimals: number): string {
  const least = 10 ** -decimals;
  return decimals > 2 && value !== null && value > 0 && value < least
    ? `< ${unit(least, decimals)}`
    : unit(value, decimals);
}

function Measures({ result, stale }: { result: Validation; stale: boolean }) {
  const number = (
    id: string,
    header: string,
    value: (row: ValidatedMeasure) => number | null,
    term?: TermName,
    decimals = 2,
  ): Column<ValidatedMeasure> => ({
    id,
    header,
    ...(term ? { headerCell: <Term name={term}>{header}</Term> } : {}),
    value,
    cell: (row) => (row.error === null ? small(value(row), decimals) : ''),
    align: 'end',
    span: (row) => (row.error === null ? 1 : 0),
  });
  const correlation = (id: 'pearson' | 'spearman', header: string): Column<ValidatedMeasure> => ({
    id,
    header,
    value: (row) => row[id]?.value ?? null,
    cell: (row) => (row.error === null ? correlationInWords(row[id]) : row.error),
    csv: [
      { header: `${header}, low`, value: (row) => row[id]?.interval?.low },
      { header: `${header}, high`, value: (row) => row[id]?.interval?.high },
      { header: `${header}, p`, value: (row) => row[id]?.pValue },
    ],
    align: 'end',
    span: (row) => (row.error === null ? 1 : id === 'pearson' ? 6 : 0),
  });
  const columns: Column<ValidatedMeasure>[] = [
    {
      id: 'measure',
      header: 'Subdomains by',
      value: (row) => row.measure,
      cell: (row) => <MeasureName measure={row.measure} />,
      rowHeader: true,
    },
    correlation('pearson', 'Pearson’s r'),
    correlation('spearman', 'Spearman’s rho'),
    number('slope', 'Slope', (row) => row.slope),
    number('rand', 'Adjusted Rand', (row) => row.adjustedRand, 'adjusted Rand index'),
    number(
      'information',
      'Mutual information',
      (row) => row.mutualInformation,
      'normalised mutual information',
    ),
    number('error', 'Mean error', (row) => row.meanError, undefined, 3),
  ];
  const domains = result.domainNames.map((name, n) => `${name} ${count(result.sizes[n])}`).join(', ');
  return (
    <Panel
      title="Measures side by side"
      lead={`${counted(result.items, 'item')} in ${counted(result.domainNames.length, 'domain')} (${domains}), ${counted(result.parameters.models, 'model')}. Correlation and slope of estimated on true HARMONY with 95% intervals; how well the found subdomains are the domains; mean distance of the two HARMONYs.`}
    >
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption="True and estimated HARMONY by measure"
          hideCaption
          columns={columns}
          rows={result.measures}
          rowKey={(row) => row.measure}
          rowNoun="measures"
          csvName="validation"
        />
      </div>
      <p class="small quieter">
        Noise {percent(result.parameters.noise, 0)}, imbalance {percent(result.parameters.imbalance, 0)}, seed{' '}
        {result.parameters.seed}: the same settings give the same numbers on every machine.
      </p>
    </Panel>
  );
}

const measureTerms: Record<ValidatedMeasure['measure'], TermName> = {
  'predictive similarity': 'predictive similarity',
  'response patterns': 'response patterns',
  'lexical overlap': 'lexical overlap',
  'random partition': 'random partition',
};

function MeasureName({ measure }: { measure: ValidatedMeasure['measure'] }) {
  return <Term name={measureTerms[measure]}>{measure}</Term>;
}
