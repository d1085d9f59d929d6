// What single readers let one choose, beside what every file has: how a missing answer counts, for instance.
import type { FileReport } from '../../engine/results.ts';
import { canReadAgain, readAgain } from '../../state/files.ts';

interface ReaderOption {
  format: string; // FormatInfo.id
  option: string; // a name of ReadOptions in src/formats/format.hpp
  name: string;
  /** The first is what the reader does by itself. */
  values: readonly (readonly [value: string, name: string])[];
  /** It is offered where one of these notes says that there is something to choose. */
  notes: readonly string[];
}

const readerOptions: readonly ReaderOption[] = [
  {
    format: 'mmlu_pro',
    option: 'null',
    name: 'Answers without a letter',
    values: [
      ['', 'count as wrong'],
      ['missing', 'are missing'],
    ],
    notes: ['null_wrong', 'null_missing'],
  },
];

/** Those that change something about this file. */
function offeredOptions({ format, options, notes }: FileReport): ReaderOption[] {
  return readerOptions.filter(
    (one) =>
      one.format === format?.id &&
      (options[one.option] !== undefined || notes.some(({ code }) => one.notes.includes(code))),
  );
}

export function ReaderOptions({ file }: { file: FileReport }) {
  return (
    <>
      {offeredOptions(file).map(({ option, name, values }) => (
        <div class="fact" key={option}>
          <dt class="small quiet">{name}</dt>
          <dd>
            <select
              class="compact"
              aria-label={name}
              value={file.options[option] ?? ''}
              disabled={!canReadAgain(file.id)}
              onChange={(event) => void readAgain(file.id, { [option]: event.currentTarget.value })}
            >
              {values.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </dd>
        </div>
      ))}
    </>
  );
}
