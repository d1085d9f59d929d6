// Whether what the link claims was found again, with everything that this rests on.
import { signal } from '@preact/signals';
import { Button } from '../../components/basics.tsx';
import { CopyButton } from '../../components/copy_button.tsx';
import type { Claim } from '../../reproduce/claim.ts';
import { type Source, sourceName } from '../../reproduce/source.ts';
import type { ComparedNumber } from '../../reproduce/verdict.ts';
import { address } from '../../state/history.ts';
import { type Reproduction, reproduction, showLinkAgain } from '../../state/reproduction.ts';
import {
  changeSentence,
  plainNumber,
  reproductionDetails,
  reproductionSentence,
  shortHash,
} from '../../verdict/reproduction.ts';

/** The claim whose banner was closed: another link, or this one opened again, has its own. */
const closed = signal<Claim | string | null>(null);

export function ReproductionBanner() {
  const now = reproduction.value;
  const subject = 'claim' in now ? now.claim : now.state === 'other data' ? 'other data' : null;
  if (now.state === 'none' || (subject !== null && subject === closed.value)) return null;
  return (
    <section class={`reproduction ${tone(now)}`} aria-label="Reproduction of the link">
      <div role="status" aria-live="polite">
        <Words now={now} />
      </div>
      {now.state === 'judged' && <Details now={now} />}
      <div class="notice-actions">
        {now.state === 'judged' && <CopyDetails now={now} />}
        {now.state === 'left' && (
          <Button small onClick={showLinkAgain}>
            Show what the link shows
          </Button>
        )}
        <Button
          small
          onClick={() => {
            closed.value = subject;
          }}
        >
          Close
        </Button>
      </div>
    </section>
  );
}

type Judged = Extract<Reproduction, { state: 'judged' }>;

function tone(now: Reproduction): string {
  if (now.state === 'other data' || now.state === 'nothing computed') return 'bad';
  return now.state === 'judged' ? reproductionSentence(now.verdict, now.claim).tone : 'neutral';
}

function Words({ now }: { now: Reproduction }) {
  switch (now.state) {
    case 'none':
      return null;
    case 'checking':
      return <p>Checking whether what this link claims is found again…</p>;
    case 'left':
      return (
        <p>The view was changed after the link was opened: what the link claims is not of this state.</p>
      );
    case 'nothing computed':
      return (
        <p>
          {now.failed
            ? 'Not checked: the link claims results of this view, and here they could not be computed.'
            : 'Not checked: the link claims results of this view, and nothing is computed here yet. Once it is, it is compared.'}
        </p>
      );
    case 'other data':
      return (
        <p>
          <strong>The data have changed</strong> since this link was made: {changeSentence(now.changes)}.
        </p>
      );
    case 'judged': {
      const { head, more } = reproductionSentence(now.verdict, now.claim);
      return (
        <>
          <p>
            <strong>{head}</strong>
            {more && <> {more}</>}
          </p>
          <Numbers numbers={now.verdict.numbers.filter((one) => !one.agrees)} />
        </>
      );
    }
  }
}

function Numbers({ numbers }: { numbers: readonly ComparedNumber[] }) {
  if (numbers.length === 0) return null;
  const cell = (value: number | null | undefined) => (value === undefined ? 'not shown' : plainNumber(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label="Numbers that differ">
      <table class="compared-numbers">
        <thead>
          <tr>
            <th>Number</th>
            <th class="number">Link</th>
            <th class="number">Here</th>
            <th class="number">Difference</th>
          </tr>
        </thead>
        <tbody>
          {numbers.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td class="number">{cell(one.claimed)}</td>
              <td class="number">{cell(one.here)}</td>
              <td class="number">{difference(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function difference({ claimed, here }: ComparedNumber): string {
  if (claimed === null || here === null || here === undefined) return plainNumber(null);
  const text = plainNumber(Number((here - claimed).toPrecision(3)));
  return here > claimed ? `+${text}` : text;
}

function Details({ now }: { now: Judged }) {
  const claimed = address.value.sources;
  return (
    <details>
      <summary>Details</summary>
      <dl class="reproduction-details small">
        <Pair name="Engine" link={now.claim.engine} here={now.engine} />
        <Pair name="Digest of all results" link={shortHash(now.claim.digest)} here={shortHash(now.digest)} />
        <div>
          <dt class="quiet">Data of the link</dt>
          <dd>
            <Sources sources={claimed} />
          </dd>
        </div>
        <div>
          <dt class="quiet">Data here</dt>
          <dd>
            <Sources sources={now.sources} />
          </dd>
        </div>
      </dl>
    </details>
  );
}

function Pair({ name, link, here }: { name: string; link: string; here: string }) {
  return (
    <div>
      <dt class="quiet">{name}</dt>
      <dd>
        {link === here ? (
          <>
            <span class="mono">{here}</span>, the same
          </>
        ) : (
          <>
            link <span class="mono">{link}</span>, here <span class="mono">{here}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return <>none</>;
  return (
    <ul>
      {sources.map((source, index) => (
        <li key={index}>
          <span class="mono">{sourceName(source)}</span>
          {source.kind !== 'example' && <span class="mono quiet"> {shortHash(source.sha256)}</span>}
        </li>
      ))}
    </ul>
  );
}

function CopyDetails({ now }: { now: Judged }) {
  const { head } = reproductionSentence(now.verdict, now.claim);
  return (
    <CopyButton small text={() => reproductionDetails(head, now.claim, now, address.value.sources)}>
      Copy details
    </CopyButton>
  );
}
