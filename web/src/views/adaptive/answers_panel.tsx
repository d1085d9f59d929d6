// The answers of the new model: typed, pasted, dropped or chosen as a file; kept in this page alone.
import { useId, useRef, useState } from 'preact/hooks';
import { Button, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import {
  addAnswers,
  answers,
  clearAnswers,
  type GivenAnswer,
  type ItemSource,
  placedAnswers,
  type ReadAnswers,
  readAnswers,
  removeAnswer,
} from '../../state/adaptive.ts';
import { counted, fixed, listed } from '../../verdict/numbers.ts';

/** A list of answers is small; something else was dropped by mistake. */
const LARGEST_FILE = 8_000_000;

/** "12 answers read, 1 in place of an earlier one; 2 lines are no answers: line 4 (…)." */
export function readInWords({ answers: given, refused }: ReadAnswers, replaced: number): string {
  const parts = [
    `${counted(given.length, 'answer')} read${replaced > 0 ? `, ${replaced} in place of earlier ones` : ''}`,
  ];
  if (refused.length > 0) {
    parts.push(
      `${counted(refused.length, 'line')} ${refused.length === 1 ? 'is no answer' : 'are no answers'}: ${listed(
        refused.map(
          ({ line, text }) => `line ${line} (${text.length > 40 ? `${text.slice(0, 40)} …` : text})`,
        ),
        'and',
        4,
      )}`,
    );
  }
  return `${parts.join('; ')}.`;
}

export function AnswersPanel({ source }: { source: ItemSource }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const given = answers.value;
  const { unknown } = placedAnswers.value;
  const benchmarks = [...new Set(source.items.map((item) => item.benchmark))].filter((name) => name !== '');

  const add = (lines: string): boolean => {
    const read = readAnswers(lines, benchmarks);
    const replaced = addAnswers(read.answers);
    setSaid(readInWords(read, replaced));
    return read.answers.length > 0 && read.refused.length === 0;
  };
  const addFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) setSaid(`${file.name} is too large for a list of answers.`);
    else add(await file.text());
  };

  return (
    <Panel
      title="Answers of the new model"
      lead="They stay in this page: they are in no file, in no link and in no fit, and are gone when it is closed. One line an answer: item id, score (0, 1, between, right or wrong); with the benchmark in front where ids repeat."
    >
      <div class="answers">
        <div class="give-answers">
          <label for={id} class="small quiet">
            Paste answers, or drop a file here
          </label>
          <textarea
            id={id}
            rows={6}
            spellcheck={false}
            placeholder={'q0017, 1\nq0342, wrong'}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              const file = event.dataTransfer?.files[0];
              if (!file) return; // text is dropped into the field
              event.preventDefault();
              void addFile(file);
            }}
          />
          <div class="answer-actions">
            <Button
              kind="primary"
              disabled={text.trim() === ''}
              onClick={() => {
                if (add(text)) setText('');
              }}
            >
              Add answers
            </Button>
            <Button onClick={() => input.current?.click()}>Choose a file</Button>
            <input
              ref={input}
              type="file"
              accept=".csv,.tsv,.txt,text/*"
              class="visually-hidden"
              tabIndex={-1}
              aria-label="File of answers"
              onChange={(event) => {
                void addFile(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            {given.length > 0 && <Button onClick={clearAnswers}>Remove all answers</Button>}
          </div>
          <p class="small" role="status">
            {said}
          </p>
          {unknown.length > 0 && (
            <p class="notice warning">
              {counted(unknown.length, 'answer')} left aside: no item, or more than one, has the id{' '}
              {listed(
                unknown.map((one) => one.id),
                'or',
                6,
              )}
              .
            </p>
          )}
        </div>
        <AnswersTable given={given} unknown={unknown} />
      </div>
    </Panel>
  );
}

function AnswersTable({
  given,
  unknown,
}: {
  given: readonly GivenAnswer[];
  unknown: readonly GivenAnswer[];
}) {
  const aside = new Set(unknown);
  const rows = [...given].reverse(); // the latest first
  const columns: Column<GivenAnswer>[] = [
    {
      id: 'id',
      header: 'Item',
      value: (row) => row.id,
      cell: (row) => (
        <>
          {row.id}
          {aside.has(row) && <span class="small quiet"> not used</span>}
        </>
      ),
      rowHeader: true,
    },
    ...(rows.some((row) => row.benchmark !== '')
      ? [{ id: 'benchmark', header: 'Benchmark', value: (row: GivenAnswer) => row.benchmark }]
      : []),
    {
      id: 'score',
      header: 'Score',
      value: (row) => row.score,
      cell: (row) => (row.score === 1 ? 'right' : row.score === 0 ? 'wrong' : fixed(row.score, 2)),
      align: 'end',
    },
    {
      id: 'remove',
      header: 'Remove',
      headerCell: <span class="visually-hidden">Remove</span>,
      sortable: false,
      inCsv: false,
      value: () => null,
      cell: (row) => (
        <Button
          small
          kind="quiet"
          aria-label={`Remove the answer to ${row.id}`}
          onClick={() => removeAnswer(row)}
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption="Answers so far"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.benchmark}/${row.id}`}
      rowNoun="answers"
      filterable={false}
      maxHeight="280px"
      {...(rows.length > 0 ? { csvName: 'answers of the new model' } : {})}
      empty="None yet."
    />
  );
}
