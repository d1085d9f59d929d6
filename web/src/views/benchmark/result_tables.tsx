// The tables of the view: the partition audit in plain words, all models, all items.

import { useEffect, useMemo } from 'preact/hooks';
import { auditKinds, auditOrder } from '../../charts/audit_bars.ts';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { AuditRow, BenchmarkReport, HarmonyResult, ItemRow } from '../../engine/results.ts';
import { currentItems, loadItems } from '../../state/analysis.ts';
import { currentModelItems, loadModelItems } from '../../state/model_items.ts';
import { count, percent, pValue, signedPoints, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { agreementInWords } from './agreement.ts';
import { scoreText } from './inside_subdomain.tsx';
import { SubdomainMark } from './subdomain_mark.tsx';

export function AuditTable({ result, benchmark }: { result: HarmonyResult; benchmark: string }) {
  const columns: Column<AuditRow>[] = [
    { id: 'variable', header: 'Variable', value: (row) => row.variable, rowHeader: true },
    { id: 'words', header: 'In words', value: (row) => agreementInWords(row) },
    {
      id: 'agreement',
      header: 'Agreement',
      headerCell: <Term name="normalised mutual information">Agreement</Term>,
      value: (row) => row.mutualInformation,
      cell: (row) => unit(row.mutualInformation),
      align: 'end',
    },
    {
      id: 'chance',
      header: 'Chance',
      value: (row) => row.baseline,
      cell: (row) => unit(row.baseline),
      align: 'end',
    },
    { id: 'p', header: 'p', value: (row) => row.pValue, cell: (row) => pValue(row.pValue), align: 'end' },
    {
      id: 'rand',
      header: 'Adjusted Rand',
      headerCell: <Term name="adjusted Rand index">Adjusted Rand</Term>,
      value: (row) => row.adjustedRand,
      cell: (row) => unit(row.adjustedRand),
      align: 'end',
    },
    { id: 'kind', header: 'Kind', value: (row) => auditKinds[row.kind].word },
    {
      id: 'levels',
      header: 'Levels',
      value: (row) => row.levels,
      cell: (row) => count(row.levels),
      align: 'end',
    },
    {
      id: 'items',
      header: 'Items',
      value: (row) => row.items,
      cell: (row) => count(row.items),
      align: 'end',
    },
  ];
  const { explainedBy } = result.audit;
  return (
    <Panel
      title={<Term name="audit">Partition audit</Term>}
      lead={`Do the subdomains follow what the items are about, or how they were answered? ${auditAnswer(result)}`}
    >
      <DataTable
        caption="Agreement of the subdomains with each variable"
        hideCaption
        columns={columns}
        rows={auditOrder(result.audit.rows)}
        rowKey={(row) => row.variable}
        rowNoun="variables"
        selectedKey={explainedBy === '' ? null : explainedBy}
        csvName={`partition audit ${benchmark}`}
        empty="There was nothing to compare the subdomains with: no options, key or labels in the files."
      />
    </Panel>
  );
}

/** The answer of the audit in one sentence. */
function auditAnswer(result: HarmonyResult): string {
  const { rows, explainedBy } = result.audit;
  const labels = rows.some((row) => row.kind === 'label');
  if (rows.length === 0) return 'The files have nothing to compare them with.';
  if (explainedBy === '') {
    return labels
      ? 'No artefact explains them better than every label.'
      : 'No artefact explains them, and the files have no label.';
  }
  return labels
    ? `Here the ${explainedBy} explains them better than any label.`
    : `Here they follow the ${explainedBy}; the files have no label to compare with.`;
}

interface ModelsProps {
  result: HarmonyResult;
  benchmark: string;
  modelName: (index: number) => string;
  onOpen: (model: number) => void;
}

export function ModelsTable({ result, benchmark, modelName, onOpen }: ModelsProps) {
  type Row = HarmonyResult['otherModels'][number];
  if (result.otherModels.length === 0) return null;
  const columns: Column<Row>[] = [
    { id: 'model', header: 'Model', value: (row) => modelName(row.model), rowHeader: true },
    {
      id: 'mean',
      header: 'Mean',
      value: (row) => row.overall,
      cell: (row) => percent(row.overall),
      align: 'end',
    },
    ...result.subdomains.map(
      (subdomain, n): Column<Row> => ({
        id: `subdomain-${n}`,
        header: subdomain.name,
        headerCell: (
          <span class="with-mark">
            <SubdomainMark index={n} /> {subdomain.name}
          </span>
        ),
        value: (row) => row.accuracy[n] ?? null,
        cell: (row) => {
          const value = row.accuracy[n];
          return value === undefined || value === null ? (
            '–'
          ) : (
            <>
              {percent(value)} <span class="small quiet">{signedPoints(value - row.overall)}</span>
            </>
          );
        },
        align: 'end',
      }),
    ),
  ];
  return (
    <Panel
      title="Models in numbers"
      lead="Mean score per subdomain and distance from each model’s own mean, in points. Open a model to see its own subdomains."
    >
      <DataTable
        caption="All models in these subdomains"
        hideCaption
        columns={columns}
        rows={result.otherModels}
        rowKey={(row) => row.model}
        rowNoun="models"
        selectedKey={result.model}
        onOpen={(row) => onOpen(row.model)}
        csvName={`models by subdomains ${benchmark}`}
      />
    </Panel>
  );
}

interface LabelledItem extends ItemRow {
  subdomain: number; // -1 = not used in the analysis
  score: number | null; // of the model
  chosen: number; // by the model; -1 = unknown
}

const letter = (option: number): string | null =>
  option < 0 ? null : option < 26 ? String.fromCharCode(65 + option) : String(option + 1);

export function ItemsTable({
  result,
  benchmark,
  model,
}: {
  result: HarmonyResult;
  benchmark: BenchmarkReport;
  model: string;
}) {
  const items = currentItems.value;
  const { choices } = result.parameters;
  useEffect(() => void loadItems(), [benchmark.index]);
  useEffect(
    () => void loadModelItems(result.benchmark, result.model, choices),
    [result.benchmark, result.model, choices, benchmark],
  );
  const answered = currentModelItems.value;
  const own = answered?.benchmark === result.benchmark && answered.model === result.model ? answered : null;
  const rows = useMemo(() => {
    const labelOf = new Map(result.usedItems.map((item, n) => [item, result.labels[n] ?? -1]));
    return (items ?? []).map(
      (row): LabelledItem => ({
        ...row,
        subdomain: labelOf.get(row.item) ?? -1,
        score: own?.scores[row.item] ?? null,
        chosen: own?.chosen[row.item] ?? -1,
      }),
    );
  }, [items, result, own]);
  const someKeys = useMemo(() => items?.some((row) => row.key >= 0) ?? false, [items]);
  const someChoices = useMemo(() => own?.chosen.some((option) => option >= 0) ?? false, [own]);
  const idWidth = useMemo(
    () => Math.min(200, 24 + 7.5 * Math.max(4, ...(items ?? []).slice(0, 400).map((row) => row.id.length))),
    [items],
  );
  const columns = useMemo((): Column<LabelledItem>[] => {
    const nameOf = (index: number) => result.subdomains[index]?.name ?? 'not used';
    return [
      {
        id: 'id',
        header: 'Item',
        value: (row) => row.id,
        cell: (row) => <span class="mono">{row.id}</span>,
        rowHeader: true,
        width: `${idWidth}px`,
      },
      {
        id: 'subdomain',
        header: 'Subdomain',
        value: (row) => nameOf(row.subdomain),
        cell: (row) => (
          <span class="with-mark">
            {row.subdomain >= 0 && <SubdomainMark index={row.subdomain} />} {nameOf(row.subdomain)}
          </span>
        ),
        width: '150px',
      },
      {
        id: 'score',
        header: 'Score',
        value: (row) => row.score,
        cell: (row) => (row.score === null ? '–' : scoreText(row.score)),
        align: 'end',
        width: '76px',
      },
      {
        id: 'mean',
        header: 'Mean of all models',
        value: (row) => row.meanScore,
        cell: (row) => (row.meanScore === null ? '–' : `${unit(row.meanScore)} (n = ${count(row.scored)})`),
        align: 'end',
        width: '160px',
      },
      { id: 'scored', header: 'Models with a score', value: (row) => row.scored, shown: false },
      {
        id: 'chosen',
        header: 'Chosen',
        value: (row) => letter(row.chosen),
        cell: (row) => (
          <span class={row.key >= 0 && row.chosen >= 0 && row.chosen !== row.key ? 'not-key' : ''}>
            {letter(row.chosen) ?? '–'}
          </span>
        ),
        width: '76px',
        shown: someChoices,
      },
      {
        id: 'key',
        header: 'Key',
        value: (row) => letter(row.key),
        width: '60px',
        shown: someKeys,
      },
      {
        id: 'options',
        header: 'Options',
        value: (row) => (row.options === 0 ? null : row.options),
        align: 'end',
        width: '84px',
        shown: benchmark.optionCounts !== null && benchmark.optionCounts[0] !== benchmark.optionCounts[1],
      },
      ...benchmark.attributes.map(
        (attribute, n): Column<LabelledItem> => ({
          id: `attribute-${n}`,
          header: attribute.name,
          value: (row) => row.attributes[n] || null,
        }),
      ),
      {
        id: 'text',
        header: 'Text',
        value: (row) => (row.text === '' ? null : row.text),
        shown: benchmark.hasTexts,
        width: '480px',
      },
    ];
  }, [result, benchmark, someChoices, someKeys, idWidth]);
  return (
    <Panel
      title="Items"
      lead={`Every item with its subdomain; what ${model} scored and chose, beside the mean score over all models that answered it.`}
    >
      {items === null ? (
        <p class="quiet">Loading the items …</p>
      ) : (
        <DataTable
          caption="Items with their subdomains"
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={(row) => row.item}
          rowNoun="items"
          csvName={`items ${benchmark.name} ${model}`}
        />
      )}
    </Panel>
  );
}
