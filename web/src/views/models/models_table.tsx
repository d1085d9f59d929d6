// All models of the fit in numbers.

import { useMemo } from 'preact/hooks';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemResponseResult } from '../../engine/item_response.ts';
import { MISFIT, rangeOfRanks } from '../../verdict/item_response.ts';
import { count, fixed, percent, percentRange, withBrackets, withError } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { useModelName } from '../item_response/model_name.ts';

export function ModelsTable({
  result,
  onOpen,
}: {
  result: ItemResponseResult;
  onOpen: (model: number) => void;
}) {
  const modelName = useModelName();
  const { models, dimensions } = result;
  const rows = useMemo(() => models.model.map((_, n) => n), [models]);
  const columns = useMemo((): Column<number>[] => {
    const several = dimensions.length > 1;
    return [
      {
        id: 'model',
        header: 'Model',
        value: (n) => modelName(models.model[n] ?? -1),
        rowHeader: true,
      },
      {
        id: 'score',
        header: 'Mean score',
        value: (n) => models.accuracy[n]?.value ?? null,
        cell: (n) =>
          withBrackets(
            percent(models.accuracy[n]?.value),
            percentRange(models.accuracy[n]?.interval),
            `n = ${count(models.accuracy[n]?.items)}`,
          ),
        csv: [
          { header: 'low', value: (n) => models.accuracy[n]?.interval?.low },
          { header: 'high', value: (n) => models.accuracy[n]?.interval?.high },
          { header: 'items', value: (n) => models.accuracy[n]?.items },
        ],
        align: 'end',
      },
      ...dimensions.flatMap((dimension, d): Column<number>[] => {
        const suffix = several ? ` ${d + 1}` : '';
        return [
          {
            id: `ability-${d}`,
            header: `Ability${suffix}`,
            headerCell: <Term name="ability">Ability{suffix}</Term>,
            value: (n) => models.abilities[d]?.[n] ?? null,
            cell: (n) => withError(models.abilities[d]?.[n], models.errors[d]?.[n]),
            csv: [{ header: `standard error${suffix}`, value: (n) => models.errors[d]?.[n] }],
            align: 'end',
          },
          {
            id: `rank-${d}`,
            header: `Rank${suffix}`,
            headerCell: (
              <Term name="rank interval">
                Rank{suffix}
                <span class="visually-hidden"> on {dimension.name}</span>
              </Term>
            ),
            value: (n) => models.ranks[d]?.[n]?.rank ?? null,
            cell: (n) => {
              const rank = models.ranks[d]?.[n];
              return rank ? withBrackets(count(rank.rank), rangeOfRanks(rank)) : '–';
            },
            csv: [
              { header: `best possible rank${suffix}`, value: (n) => models.ranks[d]?.[n]?.low },
              { header: `worst possible rank${suffix}`, value: (n) => models.ranks[d]?.[n]?.high },
            ],
            align: 'end',
          },
        ];
      }),
      ...models.scores.map(
        (score): Column<number> => ({
          id: score.name,
          header: score.name,
          value: (n) => score.values[n] ?? null,
          cell: (n) => withError(score.values[n], score.errors[n]),
          csv: [{ header: `standard error, ${score.name}`, value: (n) => score.errors[n] }],
          align: 'end',
        }),
      ),
      {
        id: 'fit',
        header: 'Person fit',
        headerCell: <Term name="person fit">Person fit</Term>,
        value: (n) => models.personFit[n] ?? null,
        cell: (n) => {
          const fit = models.personFit[n] ?? null;
          return fit !== null && fit < MISFIT ? <strong>{fixed(fit, 2)}</strong> : fixed(fit, 2);
        },
        align: 'end',
      },
    ];
  }, [models, dimensions, modelName]);
  return (
    <Panel
      title="Models in numbers"
      lead="Estimates with 95% intervals; open a model to compare it with another one. Bold: the answers do not follow from the ability."
    >
      <DataTable
        caption="Models with their abilities"
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={(n) => n}
        rowNoun="models"
        initialSort={{ column: 'rank-0', descending: false }}
        onOpen={(n) => onOpen(models.model[n] ?? -1)}
        csvName="models with abilities"
      />
    </Panel>
  );
}
