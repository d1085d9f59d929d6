// Every model before and after pruning, against random removals, and balanced by weighting beside it.
import { useMemo } from 'preact/hooks';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { RebalancedModel, Rebalancing } from '../../engine/study.ts';
import { pointsRange } from '../../verdict/compare.ts';
import { percent, percentRange, signedPoints, withBrackets } from '../../verdict/numbers.ts';
import { bareP } from '../../verdict/rebalancing.ts';
import { SIGNIFICANCE } from '../../verdict/verdict.ts';
import { Term } from '../../words/term.tsx';

interface MovedProps {
  result: Rebalancing;
  at: number;
  benchmark: string;
  modelName: (model: number) => string;
  chosen: number;
  onChoose: (model: number) => void;
}

export function MovedModels({ result, at, benchmark, modelName, chosen, onChoose }: MovedProps) {
  const columns = useMemo((): Column<RebalancedModel>[] => {
    const shift = (row: RebalancedModel) => {
      const [before, after] = [row.accuracy[0] ?? null, row.accuracy[at] ?? null];
      return before === null || after === null ? null : after - before;
    };
    return [
      { id: 'model', header: 'Model', value: (row) => modelName(row.model), rowHeader: true },
      {
        id: 'before',
        header: 'All items',
        value: (row) => row.accuracy[0] ?? null,
        cell: (row) => percent(row.accuracy[0]),
        align: 'end',
      },
      {
        id: 'after',
        header: 'After pruning',
        value: (row) => row.accuracy[at] ?? null,
        cell: (row) => percent(row.accuracy[at]),
        align: 'end',
      },
      {
        id: 'shift',
        header: 'Shift',
        headerCell: <Term name="shift">Shift</Term>,
        value: shift,
        cell: (row) => signedPoints(shift(row)),
        align: 'end',
      },
      {
        id: 'random',
        header: 'Random removals',
        headerCell: <Term name="random removal">Random removals</Term>,
        value: (row) => row.accuracyLow[at] ?? null,
        cell: (row) => {
          const [low, high] = [row.accuracyLow[at] ?? null, row.accuracyHigh[at] ?? null];
          return low === null || high === null ? '–' : `${percentRange({ low, high })}%`;
        },
        csv: [{ header: 'Random removals, high', value: (row) => row.accuracyHigh[at] }],
        align: 'end',
      },
      {
        id: 'p',
        header: 'p',
        value: (row) => row.tests[at]?.pValue ?? null,
        cell: (row) => bareP(row.tests[at]?.pValue),
        align: 'end',
      },
      {
        id: 'adjusted',
        header: 'Adjusted p',
        headerCell: <Term name="adjusted for models">Adjusted p</Term>,
        value: (row) => row.tests[at]?.adjusted ?? null,
        cell: (row) => {
          const p = row.tests[at]?.adjusted ?? null;
          return p !== null && p < SIGNIFICANCE ? <strong>{bareP(p)}</strong> : bareP(p);
        },
        align: 'end',
      },
      {
        id: 'macro',
        header: 'Macro-average',
        headerCell: <Term name="balanced average">Macro-average</Term>,
        value: (row) => row.macroAverage,
        cell: (row) => percent(row.macroAverage),
        align: 'end',
      },
      {
        id: 'macro-difference',
        header: 'Macro-average minus average',
        value: (row) => row.macroDifference,
        cell: (row) => withBrackets(signedPoints(row.macroDifference), pointsRange(row.macroInterval)),
        csv: [
          { header: 'difference, low', value: (row) => row.macroInterval?.low },
          { header: 'difference, high', value: (row) => row.macroInterval?.high },
        ],
        align: 'end',
      },
      {
        id: 'macro-p',
        header: 'Its adjusted p',
        value: (row) => row.macroTest.adjusted,
        cell: (row) => bareP(row.macroTest.adjusted),
        align: 'end',
      },
    ];
  }, [result, at, modelName]);
  return (
    <Panel
      title="Models in numbers"
      lead={`Scores on all items and with ${percent(result.points[at]?.share)} pruned, shifts in points; bold: further than random removals. On the right the same balance by weighting: every subdomain counts equally and no item is lost. Open a model to see its curve.`}
    >
      <DataTable
        caption="Models before and after pruning"
        hideCaption
        columns={columns}
        rows={result.models}
        rowKey={(row) => row.model}
        rowNoun="models"
        initialSort={{ column: 'adjusted', descending: false }}
        selectedKey={chosen}
        onOpen={(row) => onChoose(row.model)}
        csvName={`re-balancing ${benchmark}`}
      />
    </Panel>
  );
}
