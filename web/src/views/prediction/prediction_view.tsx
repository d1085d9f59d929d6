// Prediction: are hidden answers predicted better than by averages, and how many dimensions do the data bear?
import { useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { calibrationCurve, logLossRows } from '../../charts/prediction_charts.ts';
import { Button, Empty, Field, Panel, ViewHead } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { PredictionMethod, PredictionResult } from '../../engine/item_response.ts';
import { duration } from '../../state/analysis.ts';
import { timeOfFit, timeOfFits } from '../../state/fit_time.ts';
import { setFitParameters } from '../../state/history.ts';
import { fitBenchmarks, fitModels, fitParameters, fitRefusal } from '../../state/item_response.ts';
import {
  choosePrediction,
  fitsPerFold,
  folds,
  foldsUsed,
  groupings,
  largestDimension,
  predictionIsCurrent,
  predictionJob,
  predictionParameters,
  triedGrouping,
} from '../../state/prediction.ts';
import { hasData } from '../../state/store.ts';
import { counted, fixed, percent, unit } from '../../verdict/numbers.ts';
import {
  bestBaseline,
  chosenMethod,
  groupingInWords,
  logLossText,
  predictionVerdict,
  workInWords,
} from '../../verdict/prediction.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import '../item_response/item_response.css';
import './prediction.css';

const QUESTION = 'Prediction';
/** More curves in one picture cannot be told apart. */
const MOST_CURVES = 4;

export function PredictionView() {
  const refusal = fitRefusal.value;
  if (!hasData.value || refusal) {
    return (
      <>
        <ViewHead question={QUESTION} />
        <Empty title={refusal && hasData.value ? refusal.message : 'Nothing is loaded'}>
          {refusal && hasData.value
            ? refusal.hint
            : 'Drop evaluation result files of several models, or a table of models by items.'}
        </Empty>
      </>
    );
  }
  const { result } = predictionJob.state.value;
  const current = predictionIsCurrent.value;
  const stale = !current || predictionJob.state.value.state !== 'done';
  const items = fitBenchmarks.value.reduce((sum, one) => sum + one.items, 0);
  const words = result
    ? predictionVerdict(result).text
    : `Answers of ${counted(fitModels.value.length, 'model')} on ${counted(items, 'item')} can be hidden and predicted: by averages, by the Rasch model and with one or more dimensions.`;
  return (
    <div class="item-response-view prediction-view">
      <ViewHead
        question={QUESTION}
        verdict={
          <span key={words} class={result && stale ? 'stale-content' : ''}>
            <WithTerms text={words} />
          </span>
        }
      />
      {result && <UseThis result={result} />}
      <Controls />
      <Run result={result} current={current} />
      {result && <Predicted result={result} stale={stale} />}
    </div>
  );
}

/** The number of dimensions and the grouping that the prediction speaks for, in one click. */
function UseThis({ result }: { result: PredictionResult }) {
  const { dimensions, grouping } = fitParameters.value;
  const { chosenDimensions, chosenGrouping } = result;
  const words = `${counted(chosenDimensions, 'dimension')}${chosenGrouping === 'none' ? '' : `, ${groupingInWords(chosenGrouping)}`}`;
  const used = dimensions === chosenDimensions && grouping === chosenGrouping;
  return (
    <p class="use-this">
      {used ? (
        <span class="quiet">The other views use this: {words}.</span>
      ) : (
        <Button
          kind="primary"
          onClick={() => setFitParameters({ dimensions: chosenDimensions, grouping: chosenGrouping })}
        >
          Use {words} in all views
        </Button>
      )}
    </p>
  );
}

const groupingName = (grouping: string) =>
  grouping === 'none'
    ? 'not tried'
    : `by ${grouping.startsWith('attribute:') ? grouping.slice('attribute:'.length) : grouping}`;

function Controls() {
  const possible = groupings.value;
  return (
    <div class="controls">
      <Field label={<Term name="largest dimension">Dimensions up to</Term>}>
        {(id) => (
          <select
            id={id}
            value={largestDimension.value}
            onChange={(event) => choosePrediction({ largest: Number(event.currentTarget.value) })}
          >
            {[1, 2, 3, 4, 5, 6].map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={<Term name="tried grouping">Grouped prior</Term>}>
        {(id) => (
          <select
            id={id}
            value={triedGrouping.value}
            disabled={possible.length < 2}
            onChange={(event) => choosePrediction({ grouping: event.currentTarget.value })}
          >
            {possible.map((grouping) => (
              <option key={grouping} value={grouping}>
                {groupingName(grouping)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={<Term name="folds">Folds hidden in turn</Term>}>
        {(id) => (
          <select
            id={id}
            value={foldsUsed.value}
            onChange={(event) => choosePrediction({ foldsUsed: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: folds }, (_, n) => n + 1).map((n) => (
              <option key={n} value={n}>
                {n === folds ? `all ${n}` : `${n} of ${folds}`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** It makes many fits: only when it is asked for, and after saying how much work it is. */
function Run({ result, current }: { result: PredictionResult | null; current: boolean }) {
  const { state } = predictionJob.state.value;
  const start = () => void predictionJob.start(predictionParameters.value, true);
  const known = timeOfFit.value;
  const fits = foldsUsed.value * fitsPerFold.value;
  const work = workInWords(foldsUsed.value, fitsPerFold.value);
  const dimensions = `${counted(largestDimension.value, 'number')} of dimensions${triedGrouping.value === 'none' ? '' : ', each without and with the grouped prior'}`;
  if (current && state === 'done') return <div class="job-state" />;
  if (current && state !== 'idle') {
    return <JobState job={predictionJob} label="Hiding answers and predicting them" onRepeat={start} />;
  }
  return (
    <div class="run">
      <Button kind={result ? 'normal' : 'primary'} onClick={start}>
        {result ? 'Predict again with these choices' : 'Hide answers and predict them'}
      </Button>
      <span class="small quiet">
        {work} ({dimensions}), and the baselines, which cost little.{' '}
        {known
          ? `The last fit here, with ${counted(known.dimensions, 'dimension')}, took ${duration(known.seconds)}: ${timeOfFits(fits)} for all, more with many dimensions.`
          : 'Each takes about as long as one fit of the other views.'}
      </span>
    </div>
  );
}

function Predicted({ result, stale }: { result: PredictionResult; stale: boolean }) {
  const chosen = chosenMethod(result);
  const usual = [chosen?.code, bestBaseline(result)?.code, 'model mean'].filter(
    (code): code is string => code !== undefined && result.methods.some((method) => method.code === code),
  );
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const codes = [...new Set(picked ?? usual)];
  const loss = useMemo(() => logLossRows(result), [result]);
  const calibration = useMemo(() => calibrationCurve(result, codes), [result, codes.join('\n')]);
  const toggle = (code: string) =>
    setPicked((before) => {
      const now = before ?? usual;
      return now.includes(code) ? now.filter((one) => one !== code) : [...now, code].slice(-MOST_CURVES);
    });
  return (
    <>
      <div class="chart-pair">
        {loss && <ChartView chart={loss} stale={stale} />}
        <div>
          {calibration ? (
            <ChartView chart={calibration} stale={stale} />
          ) : (
            <p class="quiet">No method is chosen: mark some in the table.</p>
          )}
        </div>
      </div>
      <Methods result={result} chosen={chosen} codes={codes} onToggle={toggle} stale={stale} />
    </>
  );
}

interface MethodsProps {
  result: PredictionResult;
  chosen: PredictionMethod | undefined;
  codes: readonly string[];
  onToggle: (code: string) => void;
  stale: boolean;
}

function Methods({ result, chosen, codes, onToggle, stale }: MethodsProps) {
  const columns: Column<PredictionMethod>[] = [
    {
      id: 'method',
      header: 'Method',
      value: (method) => method.label,
      rowHeader: true,
      csv: [
        { header: 'code', value: (method) => method.code },
        { header: 'kind', value: (method) => method.kind },
        { header: 'dimensions', value: (method) => method.dimensions },
        { header: 'grouped', value: (method) => method.grouped },
      ],
    },
    {
      id: 'curve',
      header: 'Curve',
      headerCell: <Term name="calibration">Curve</Term>,
      sortable: false,
      inCsv: false,
      value: () => null,
      cell: (method) => (
        <input
          type="checkbox"
          aria-label={`Calibration curve of ${method.label}`}
          checked={codes.includes(method.code)}
          onChange={() => onToggle(method.code)}
        />
      ),
    },
    {
      id: 'loss',
      header: 'Log-loss',
      headerCell: <Term name="log-loss">Log-loss</Term>,
      value: (method) => method.logLoss,
      cell: (method) => (
        <span class={method.code === result.best ? 'best-loss' : ''}>{logLossText(method.logLoss)}</span>
      ),
      align: 'end',
    },
    {
      id: 'accuracy',
      header: 'Right',
      value: (method) => method.accuracy,
      cell: (method) => percent(method.accuracy),
      align: 'end',
    },
    {
      id: 'brier',
      header: 'Brier score',
      headerCell: <Term name="brier score">Brier score</Term>,
      value: (method) => method.brier,
      cell: (method) => logLossText(method.brier),
      align: 'end',
    },
    {
      id: 'rank',
      header: 'Ranks',
      headerCell: <Term name="rank correlation">Ranks</Term>,
      value: (method) => method.rankCorrelation,
      cell: (method) => unit(method.rankCorrelation, 3),
      align: 'end',
    },
    {
      id: 'calibration',
      header: 'Calibration error',
      headerCell: <Term name="calibration error">Calibration error</Term>,
      value: (method) => method.calibrationError,
      cell: (method) => unit(method.calibrationError, 3),
      align: 'end',
    },
    {
      id: 'z',
      header: 'z',
      headerCell: <Term name="step z">z</Term>,
      value: (method) => method.z,
      cell: (method) => fixed(method.z, 1),
      align: 'end',
    },
  ];
  return (
    <Panel
      title="All methods"
      lead={`${counted(result.cells, 'hidden answer')}, the same for every method. Ranks: correlation over models of predicted and observed mean scores on them. The smallest log-loss is bold; the marked row is what is recommended. Up to ${MOST_CURVES} calibration curves can be compared.`}
    >
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption="Prediction of hidden answers"
          hideCaption
          columns={columns}
          rows={result.methods}
          rowKey={(method) => method.code}
          rowNoun="methods"
          filterable={false}
          selectedKey={chosen?.code ?? null}
          csvName="prediction of hidden answers"
        />
      </div>
    </Panel>
  );
}
