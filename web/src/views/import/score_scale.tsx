// The scale that the scores of a table are on: offered where scores lie outside 0 to 1, and where one was chosen.
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../components/basics.tsx';
import type { EngineErrorData, FileReport } from '../../engine/results.ts';
import { canReadAgain, readAgain } from '../../state/files.ts';
import './score_scale.css';

type Ends = readonly [low: string, high: string];

const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const chosenScale = new RegExp(`^\\s*(${number})\\s*\\.\\.\\s*(${number})\\s*$`);
const proposedScale = new RegExp(`the scale "(${number})\\.\\.(${number})"`);

/** The ends of "1..10"; "percent" is 0..100. */
export function endsOfScale(scale: string): Ends | null {
  if (scale === 'percent') return ['0', '100'];
  const [, low, high] = chosenScale.exec(scale) ?? [];
  return low !== undefined && high !== undefined ? [low, high] : null;
}

/** True when a hint of the reader says that a scale can be chosen (src/formats/score_scale.hpp). */
export function asksForScale(error: EngineErrorData | null): boolean {
  return error?.hint.includes('the scale "') ?? false;
}

/** The scale that the hint proposes; null when it leaves it to the user. */
export function proposalOf(error: EngineErrorData | null): Ends | null {
  const [, low, high] = proposedScale.exec(error?.hint ?? '') ?? [];
  return low !== undefined && high !== undefined ? [low, high] : null;
}

export function ScoreScale({ file }: { file: FileReport }) {
  const chosen = file.options.scale ?? '';
  const given = (chosen === '' ? null : endsOfScale(chosen)) ?? proposalOf(file.error);
  const [ends, setEnds] = useState<Ends>(given ?? ['', '']);
  const [complaint, setComplaint] = useState('');
  const [low, high] = ends;
  const [givenLow, givenHigh] = given ?? [undefined, undefined];
  // A proposal that comes later is filled in; what was typed stays when there is none.
  useLayoutEffect(() => {
    if (givenLow !== undefined && givenHigh !== undefined) setEnds([givenLow, givenHigh]);
  }, [givenLow, givenHigh]);
  const id = useId();
  if ((chosen === '' && !asksForScale(file.error)) || !canReadAgain(file.id)) return null;

  const apply = () => {
    const valid = low.trim() !== '' && high.trim() !== '' && Number(low) < Number(high);
    setComplaint(valid ? '' : 'Two numbers: the smallest possible score, and a larger one, the largest.');
    if (valid) void readAgain(file.id, { scale: `${Number(low)}..${Number(high)}` });
  };
  const field = (label: string, value: string, change: (value: string, ends: Ends) => Ends) => (
    <>
      <label for={`${id}-${label}`}>{label}</label>
      <input
        id={`${id}-${label}`}
        class="compact"
        type="number"
        step="any"
        value={value}
        aria-invalid={complaint !== ''}
        aria-describedby={complaint === '' ? `${id}-hint` : `${id}-complaint`}
        onInput={(event) => {
          setComplaint('');
          const typed = event.currentTarget.value;
          setEnds((now) => change(typed, now));
        }}
      />
    </>
  );
  return (
    <form
      class="score-scale"
      aria-label={`Scale of scores of ${file.path}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <fieldset>
        <legend>Scale of scores</legend>
        {field('from', low, (value, now) => [value, now[1]])}
        {field('to', high, (value, now) => [now[0], value])}
        <Button small type="submit">
          Apply
        </Button>
        {chosen !== '' && (
          <Button small kind="quiet" onClick={() => void readAgain(file.id, { scale: '' })}>
            Do not scale
          </Button>
        )}
      </fieldset>
      <p class="small quieter" id={`${id}-hint`}>
        The smallest and the largest score that were possible, not those that occurred: they become 0 and 1.
      </p>
      {complaint !== '' && (
        <p class="small complaint" id={`${id}-complaint`} role="alert">
          {complaint}
        </p>
      )}
    </form>
  );
}
