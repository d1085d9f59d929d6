// Benchmarks compared: the mean of HARMONY over models against its variance, live while the cells come in.
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { planeChart } from '../../charts/plane_chart.ts';
import { Empty, Field, ViewHead } from '../../components/basics.tsx';
import type { Plane } from '../../engine/study.ts';
import { navigate } from '../../state/history.ts';
import { overviewProgress } from '../../state/overview.ts';
import {
  choosePlaneFamily,
  families,
  NO_FAMILY,
  planeCoverage,
  planeFamily,
  planeJob,
  planeParameters,
  repeatPlane,
} from '../../state/plane.ts';
import { hasData } from '../../state/store.ts';
import { benchmarkName } from '../../state/study.ts';
import { resultsOf } from '../../state/study_cells.ts';
import { counted } from '../../verdict/numbers.ts';
import { missingPoints, planeVerdict } from '../../verdict/plane.ts';
import { familyInWords } from '../../verdict/scaling.ts';
import { artefactSentence } from '../../verdict/verdict.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { OverviewState } from '../overview/overview_state.tsx';
import { DifferencesTable, PlaneTable } from './plane_tables.tsx';
import '../item_response/item_response.css';
import './plane.css';

const QUESTION = 'Benchmarks compared';
const openBenchmark = (benchmark: number) =>
  navigate({ view: 'benchmark', benchmark: benchmarkName(benchmark), model: '' });

export function PlaneView() {
  if (!hasData.value) {
    return (
      <>
        <ViewHead question={QUESTION} />
        <Empty title="Nothing is loaded">
          Drop evaluation result files of at least three models on several benchmarks.
        </Empty>
      </>
    );
  }
  const { state, result } = planeJob.state.value;
  const wanted = planeParameters.value;
  const words =
    result && wanted
      ? [
          planeVerdict(result, benchmarkName, planeCoverage.value).text,
          artefactSentence(resultsOf(wanted.cells)),
        ].join(' ')
      : overviewProgress.value.running || wanted
        ? 'Benchmarks are compared as soon as HARMONY is computed for the first of them.'
        : 'There is no HARMONY to compare benchmarks by: the overview says for each model what it would need.';
  return (
    <div class="item-response-view plane-view">
      <ViewHead question={QUESTION} verdict={<WithTerms text={words.trim()} />} />
      <OverviewState />
      {families.value.some((one) => one.family !== '') && <FamilyField />}
      {(state === 'failed' || (wanted && !result)) && (
        <JobState job={planeJob} label="Comparing benchmarks" onRepeat={repeatPlane} />
      )}
      {result && wanted && <Compared plane={result} />}
    </div>
  );
}

function FamilyField() {
  const chosen = planeFamily.value;
  const all = families.value.reduce((sum, one) => sum + one.models, 0);
  return (
    <div class="controls">
      <Field label={<Term name="family">Models</Term>}>
        {(id) => (
          <select
            id={id}
            value={chosen === null ? '' : chosen || NO_FAMILY}
            onChange={(event) => {
              const { value } = event.currentTarget;
              choosePlaneFamily(value === '' ? null : value === NO_FAMILY ? '' : value);
            }}
          >
            <option value="">all {counted(all, 'model')}</option>
            {families.value.map(({ family, models }) => (
              <option key={family} value={family || NO_FAMILY}>
                {familyInWords(family)} ({counted(models, 'model')})
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function Compared({ plane }: { plane: Plane }) {
  const chart = useMemo(() => planeChart(plane, benchmarkName), [plane]);
  const missing = missingPoints(plane, benchmarkName);
  return (
    <>
      {chart && <ChartView chart={chart} onChoose={openBenchmark} class="plane-chart" />}
      {missing.length > 0 && (
        <ul class="small quiet plane-missing">
          {missing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <PlaneTable plane={plane} onOpen={openBenchmark} />
      <DifferencesTable plane={plane} />
    </>
  );
}
