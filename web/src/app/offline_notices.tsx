// What the reader must know of the copy in the browser: a newer version waits, data are those of an earlier visit, and
// everything was just thrown away.
import { Button } from '../components/basics.tsx';
import { MANIFEST_ADDRESS } from '../reproduce/manifest.ts';
import { activation, copies, newVersion, wasReset } from '../state/offline.ts';
import { report } from '../state/store.ts';
import { counted } from '../verdict/numbers.ts';

export function OfflineNotices() {
  return (
    <>
      {newVersion.value !== 'none' && <NewVersion />}
      <Copies />
      {wasReset.value && (
        <div class="notice info" role="status">
          <p>
            This page was reset: the copy of it, the copies of data and the settings that it kept in this
            browser are deleted.
          </p>
          <div class="notice-actions">
            <Button
              small
              onClick={() => {
                wasReset.value = false;
              }}
            >
              Close
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function NewVersion() {
  const elsewhere = newVersion.value === 'elsewhere';
  const dropped = (report.value?.files.length ?? 0) > 0;
  return (
    <div class="notice info" role="status">
      <p>
        {elsewhere
          ? 'A new version was started in another tab. This one stays as it is until it is loaded again.'
          : 'A new version is ready.'}
        {dropped && ' Files that were dropped here have to be dropped again then.'}
      </p>
      <div class="notice-actions">
        <Button small kind="primary" onClick={() => (elsewhere ? location.reload() : activation.activate())}>
          Reload
        </Button>
        <Button
          small
          onClick={() => {
            newVersion.value = 'none';
          }}
        >
          Later
        </Button>
      </div>
    </div>
  );
}

function Copies() {
  const files = copies.value.filter((one) => !one.address.endsWith(`/${MANIFEST_ADDRESS}`));
  if (files.length === 0) return null;
  // The oldest: what a copy may lack is what has happened since.
  const times = files.flatMap(({ kept }) =>
    kept && !Number.isNaN(Date.parse(kept)) ? [Date.parse(kept)] : [],
  );
  const day = times.length > 0 ? new Date(Math.min(...times)).toISOString().slice(0, 10) : '';
  return (
    <div class="notice warning" role="status">
      <p>
        The host of this page cannot be reached: {counted(files.length, 'file')} of its data{' '}
        {files.length === 1 ? 'is the copy' : 'are copies'} of your last visit{day && ` (fetched ${day})`}.
        What the host has now may differ.
      </p>
    </div>
  );
}
