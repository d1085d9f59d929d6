// What it measures: abilities against scores, where items point, which benchmarks mix two things, how stable that is.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { compass } from '../../charts/compass.ts';
import { loadingBars } from '../../charts/loading_bars.ts';
import { Button, Field, Panel } from '../../components/basics.tsx';
import type { ItemResponseResult, Measures } from '../../engine/item_response.ts';
import { loadFitItems } from '../../state/fit_items.ts';
import { otherValue, setFitParameters, setOtherValue } from '../../state/history.ts';
import { measuresJob, measuresLevel, setMeasuresLevel } from '../../state/measures.ts';
import { dimensionNames, levelNoun, measuresVerdict } from '../../verdict/measures.ts';
import { counted } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { WithFit } from '../item_response/with_fit.tsx';
import { GroupsTable } from './groups_table.tsx';
import { MixPanel } from './mix_panel.tsx';
import { StabilityPanel } from './stability_panel.tsx';
import './measures.css';

const GROUP = 'measured-group'; // the key in the address

/** The measures of this very fit; those of another one have other items. */
function measuresOf(result: ItemResponseResult): Measures | null {
  const known = measuresJob.state.value.result;
  return known?.fit === result.fit ? known.measures : null;
}

export function MeasuresView() {
  return (
    <WithFit
      question="What it measures"
      verdict={(result) => {
        const measures = measuresOf(result);
        const models = result.models.model.length;
        return measures
          ? measuresVerdict(measures, dimensionNames(result), models).text
          : `${counted(models, 'model')} and ${counted(result.items.item.length, 'item')} are fitted; abilities are being compared with scores.`;
      }}
    >
      {(result, stale) => <Measured result={result} stale={stale} />}
    </WithFit>
  );
}

function Measured({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const measures = measuresOf(result);
  useEffect(() => void loadFitItems(result), [result]);
  const repeat = () => void measuresJob.start({ fit: result.fit, level: measuresLevel.value }, true);
  const { state } = measuresJob.state.value;
  return (
    <>
      {measures && measures.levels.length > 1 && (
        <LevelField levels={measures.levels} shown={measures.level} />
      )}
      {(!measures || state === 'failed' || state === 'cancelled') && (
        <JobState job={measuresJob} label="Comparing abilities with scores" onRepeat={repeat} />
      )}
      {measures && <Charts result={result} measures={measures} stale={stale || state === 'working'} />}
      <StabilityPanel result={result} />
    </>
  );
}

function LevelField({ levels, shown }: { levels: readonly string[]; shown: string }) {
  return (
    <div class="controls">
      <Field label="Scores by">
        {(id) => (
          <select
            id={id}
            value={measuresLevel.value || shown}
            onChange={(event) => setMeasuresLevel(event.currentTarget.value)}
          >
            {levels.map((level) => (
              <option key={level} value={level}>
                {levelNoun(level)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

interface ChartsProps {
  result: ItemResponseResult;
  measures: Measures;
  stale: boolean;
}

function Charts({ result, measures, stale }: ChartsProps) {
  const dimensions = dimensionNames(result);
  const noun = levelNoun(measures.level);
  const wanted = otherValue(GROUP);
  const selected = measures.groups.findIndex((group) => group.name === wanted);
  const select = (index: number) =>
    setOtherValue(GROUP, index === selected ? undefined : measures.groups[index]?.name);
  const [plane, setPlane] = useState<[number, number]>([0, 1]);
  const [x, y] = plane.every((one) => one < dimensions.length) ? plane : [0, 1];
  const bars = useMemo(
    () => loadingBars({ measures, dimensions, noun, selected }),
    [measures, result, selected],
  );
  const map = useMemo(
    () =>
      compass({
        measures,
        items: result.items,
        correlations: result.correlations,
        dimensions,
        x,
        y,
        selected,
        noun,
      }),
    [measures, result, selected, x, y],
  );
  return (
    <>
      <div class="chart-pair">
        {bars && <ChartView chart={bars} stale={stale} onChoose={select} />}
        {map ? (
          <div class="compass">
            {dimensions.length > 2 && <PlaneFields dimensions={dimensions} x={x} y={y} onChange={setPlane} />}
            <ChartView chart={map} stale={stale} onChoose={select} />
          </div>
        ) : (
          dimensions.length < 2 && <OneDimension />
        )}
      </div>
      <MixPanel result={result} measures={measures} selected={selected} />
      <GroupsTable result={result} measures={measures} selected={selected} onSelect={select} />
    </>
  );
}

/** The two axes of the compass, always different ones. */
function PlaneFields({
  dimensions,
  x,
  y,
  onChange,
}: {
  dimensions: readonly string[];
  x: number;
  y: number;
  onChange: (plane: [number, number]) => void;
}) {
  const options = (without: number) =>
    dimensions.map((name, index) => (
      <option key={`${index} ${name}`} value={index} disabled={index === without}>
        {name}
      </option>
    ));
  return (
    <div class="controls">
      <Field label="Across" inline>
        {(id) => (
          <select id={id} value={x} onChange={(event) => onChange([Number(event.currentTarget.value), y])}>
            {options(y)}
          </select>
        )}
      </Field>
      <Field label="Upwards" inline>
        {(id) => (
          <select id={id} value={y} onChange={(event) => onChange([x, Number(event.currentTarget.value)])}>
            {options(x)}
          </select>
        )}
      </Field>
    </div>
  );
}

function OneDimension() {
  return (
    <Panel title="What one dimension cannot show" class="one-dimension">
      <p>
        With a single ability every item measures the same thing by assumption. Items have no{' '}
        <Term name="direction">direction</Term>, so there is no <Term name="compass">compass</Term>, no item
        can <Term name="points away">point away</Term> from its benchmark, and a benchmark that{' '}
        <Term name="mix">mixes two things</Term> cannot be told from one with poor items.
      </p>
      <p class="try-instead">
        <Button onClick={() => setFitParameters({ dimensions: 2 })}>Fit two dimensions</Button>
      </p>
    </Panel>
  );
}
