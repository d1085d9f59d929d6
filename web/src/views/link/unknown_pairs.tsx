// Keys of the address that this version does not know: kept in it, and said.
import { signal } from '@preact/signals';
import { Button } from '../../components/basics.tsx';
import { ADDRESS_VERSION, versionOf } from '../../reproduce/upgrade.ts';
import { unknownPairs } from '../../state/links.ts';

const closedFor = signal('');
const valueLength = 60;

export function UnknownPairs() {
  const pairs = unknownPairs.value;
  const said = pairs
    .map(([key, value]) => `${key}=${value.length > valueLength ? `${value.slice(0, valueLength)}…` : value}`)
    .join(', ');
  if (pairs.length === 0 || closedFor.value === said) return null;
  const version = versionOf(pairs);
  const newer = version !== null && version > ADDRESS_VERSION;
  return (
    <div class="notice warning link-notice" role="status">
      {newer ? (
        <p>
          This link is of version {version}, and this page knows links up to version {ADDRESS_VERSION}: it was
          made by a newer Harmonograph. What is understood is shown; some of it may mean something else there.
        </p>
      ) : (
        <p>
          This link says things that this version does not know: <span class="mono">{said}</span>. They are
          kept in the address and change nothing here.
        </p>
      )}
      <div class="notice-actions">
        <Button
          small
          onClick={() => {
            closedFor.value = said;
          }}
        >
          Close
        </Button>
      </div>
    </div>
  );
}
