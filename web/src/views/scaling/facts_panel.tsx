// What is known of each model, where from, and fields to correct it.
import { useEffect, useId, useState } from 'preact/hooks';
import { Button, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import {
  corrected,
  correctFact,
  type FactName,
  type KnownFacts,
  modelFacts,
  modelFactsJob,
  repeatModelFacts,
  resetFacts,
} from '../../state/model_facts.ts';
import { amount, parseAmount } from '../../verdict/amounts.ts';
import { counted } from '../../verdict/numbers.ts';
import type { TermName } from '../../words/definitions.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';

const sourceInWords: Record<KnownFacts['sources'][FactName], string> = {
  attribute: 'attribute file',
  name: 'name',
  user: 'yours',
  '': 'not known',
};

const factColumn = (fact: FactName, header: string, term: TermName): Column<KnownFacts>[] => [
  {
    id: fact,
    header,
    headerCell: <Term name={term}>{header}</Term>,
    value: (row) => row[fact] || null,
    cell: (row) => <FactField row={row} fact={fact} label={header} />,
    csv: [{ header: `${header} from`, value: (row) => sourceInWords[row.sources[fact]] }],
  },
];

const columns: Column<KnownFacts>[] = [
  { id: 'model', header: 'Model', rowHeader: true, value: (row) => row.name },
  ...factColumn('family', 'Family', 'family'),
  ...factColumn('parameters', 'Parameters', 'model parameters'),
  ...factColumn('tokens', 'Tokens', 'pretraining tokens'),
];

export function FactsPanel() {
  const facts = modelFacts.value;
  const { state } = modelFactsJob.state.value;
  const sized = facts.filter((one) => one.parameters !== null).length;
  return (
    <Panel
      title="What is known of the models"
      lead={
        facts.length === 0
          ? undefined
          : `${counted(sized, 'model')} of ${facts.length} with a size, read off names and attribute files. Correct what is wrong or missing: 8B and 350M are parameters, 15T are tokens; an empty field means not known.`
      }
      actions={
        corrected.value && (
          <Button small onClick={resetFacts}>
            Reset to what was found
          </Button>
        )
      }
    >
      {state === 'failed' || facts.length === 0 ? (
        <JobState job={modelFactsJob} label="Reading families and sizes" onRepeat={repeatModelFacts} />
      ) : (
        <DataTable
          caption="Family, size and tokens of each model"
          hideCaption
          columns={columns}
          rows={facts}
          rowKey={(row) => row.model}
          rowNoun="models"
          csvName="models with family and size"
          maxHeight="520px"
        />
      )}
    </Panel>
  );
}

const written = (row: KnownFacts, fact: FactName) => {
  const value = row[fact];
  return value === null ? '' : typeof value === 'string' ? value : amount(value);
};

/** Taken over when it is left or with Enter; Escape brings back what was there. */
function FactField({ row, fact, label }: { row: KnownFacts; fact: FactName; label: string }) {
  const id = useId();
  const now = written(row, fact);
  const [draft, setDraft] = useState(now);
  const [complaint, setComplaint] = useState(false);
  useEffect(() => {
    setDraft(now);
    setComplaint(false);
  }, [now, row.sources[fact]]);
  const take = () => {
    const text = draft.trim();
    if (text === now) {
      setDraft(now);
      setComplaint(false);
      return;
    }
    const value = fact === 'family' ? text : text === '' ? null : parseAmount(text);
    setComplaint(value === undefined);
    if (value !== undefined) correctFact(row.name, fact, value);
  };
  const source = row.sources[fact];
  const active = fact === 'parameters' && row.activeParameters !== null && source !== 'user';
  return (
    <span class="fact">
      <input
        type="text"
        class={`compact ${fact === 'family' ? '' : 'fact-number'}`}
        aria-label={`${label} of ${row.name}`}
        aria-invalid={complaint}
        aria-describedby={id}
        autocomplete="off"
        spellcheck={false}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') {
            setDraft(now);
            setComplaint(false);
          }
        }}
      />
      <span id={id} class={`small ${complaint ? 'complaint' : source === 'user' ? '' : 'quieter'}`}>
        {complaint ? 'a number like 8B' : sourceInWords[source]}
        {active && `, ${amount(row.activeParameters)} active`}
      </span>
    </span>
  );
}
