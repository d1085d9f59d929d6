// A link whose data are not here yet: which hosts it would ask, which files it waits for, what is here already.
import { browse } from '../../app/open.ts';
import { Button, Panel, Progress } from '../../components/basics.tsx';
import {
  doNotLoadFromHosts,
  fetchAgain,
  leaveLink,
  loadFromHosts,
  type OpenedLink,
  openedLink,
  openWithWhatIsHere,
  someAreHere,
  type Wanted,
} from '../../state/opened_link.ts';
import { hasFiles } from '../../state/store.ts';
import { count, counted, fileSize, listed } from '../../verdict/numbers.ts';
import { shortHash } from '../../verdict/reproduction.ts';

export function OpeningLink() {
  const link = openedLink.value;
  if (!link || link.phase === 'reading') return null;
  // What the page makes by itself is there at once.
  if (link.wanted.every((one) => one.source.kind === 'example' || one.source.kind === 'inline')) {
    if (link.wanted.every((one) => one.state !== 'failed')) return null;
  }
  const files = link.wanted.length;
  const toDrop = link.wanted.filter((one) => one.state === 'asked for').length;
  return (
    <Panel class="opening-link" title={`This link needs ${counted(files, 'file')}`}>
      {link.phase === 'asking' ? <Asking link={link} /> : <Gathering link={link} toDrop={toDrop} />}
      <ul class="wanted-files">
        {link.wanted.map((one, index) => (
          <WantedFile key={index} one={one} index={index} />
        ))}
      </ul>
      {link.more.length > 0 && (
        <p class="small quiet">
          {listed(
            link.more.map((one) => one.path),
            'and',
            4,
          )}{' '}
          {link.more.length === 1 ? 'is' : 'are'} not of this link: read after its files.
        </p>
      )}
    </Panel>
  );
}

function Asking({ link }: { link: OpenedLink }) {
  const hosts = link.hosts.map(({ host, files }) => `${counted(files, 'file')} from ${host}`);
  return (
    <div class="notice info" role="alertdialog" aria-label="Load files from other hosts?">
      <p>
        <strong>This link loads {listed(hosts)}.</strong>{' '}
        {link.hosts.length === 1 ? 'That host' : 'Those hosts'}, and where a host passes the question on, will
        see your network address and which files are asked for, nothing else. What you drop never leaves this
        browser.
        {hasFiles.value && ' What is loaded now is replaced.'}
      </p>
      <div class="notice-actions">
        <Button kind="primary" onClick={() => void loadFromHosts()}>
          Load
        </Button>
        <Button onClick={doNotLoadFromHosts}>Cancel</Button>
        <span class="small quiet">Not asked again in this tab.</span>
      </div>
    </div>
  );
}

function Gathering({ link, toDrop }: { link: OpenedLink; toDrop: number }) {
  const failed = link.wanted.filter((one) => one.state === 'failed' || one.state === 'not allowed').length;
  return (
    <>
      {toDrop > 0 && (
        <p>
          {toDrop === link.wanted.length
            ? 'They lie'
            : `${count(toDrop)} of them ${toDrop === 1 ? 'lies' : 'lie'}`}{' '}
          on a disk and {toDrop === 1 ? 'does' : 'do'} not travel with the link. Drop{' '}
          {toDrop === 1 ? 'it' : 'them'} anywhere, in any order and under any name: each is recognised by its
          content.
        </p>
      )}
      {toDrop === 0 && failed > 0 && (
        <p>What could not be loaded can be downloaded and dropped here: it is recognised by its content.</p>
      )}
      <div class="notice-actions">
        {(toDrop > 0 || failed > 0) && (
          <Button kind="primary" onClick={() => browse('files')}>
            Choose files
          </Button>
        )}
        <Button
          disabled={!someAreHere.value && link.more.length === 0}
          onClick={() => void openWithWhatIsHere()}
        >
          Open with what is here
        </Button>
        <Button onClick={leaveLink}>Not now</Button>
      </div>
    </>
  );
}

const words: Record<Wanted['state'], string> = {
  here: 'here',
  fetching: 'on its way',
  'asked for': 'to be dropped',
  'not allowed': 'not asked for',
  failed: 'could not be loaded',
};

function WantedFile({ one, index }: { one: Wanted; index: number }) {
  const { source, state, error } = one;
  const bytes = source.kind === 'file' && source.bytes > 0 ? fileSize(source.bytes) : '';
  return (
    <li class={`wanted-file ${state === 'here' ? 'is-here' : ''}`}>
      <span class="mono wanted-name">{one.name}</span>
      <span class="small quiet wanted-facts">
        {bytes}
        {source.kind !== 'example' && (
          <span class="mono" title={source.sha256 ? `SHA-256 ${source.sha256}` : undefined}>
            {shortHash(source.sha256)}
          </span>
        )}
        <span class={`flag ${state === 'failed' ? 'error' : ''}`}>
          {state === 'here' && one.changed ? 'here, with other content than the link says' : words[state]}
        </span>
      </span>
      {state === 'fetching' && one.source.kind === 'address' && (
        <Progress
          value={one.bytesTotal ? one.bytes / one.bytesTotal : null}
          label="Loading"
          detail={
            one.bytes > 0
              ? `${fileSize(one.bytes)}${one.bytesTotal ? ` of ${fileSize(one.bytesTotal)}` : ''}`
              : ''
          }
        />
      )}
      {error && (
        <div class="notice error">
          <p>{error.message}</p>
          {error.hint && <p class="quiet">{error.hint}</p>}
          <div class="notice-actions">
            {source.kind === 'address' && error.code !== 'bad_address' && (
              <>
                <a class="button compact" href={source.address} target="_blank" rel="noopener noreferrer">
                  Open the address in a new tab
                </a>
                <Button small onClick={() => void fetchAgain(index)}>
                  Try again
                </Button>
              </>
            )}
          </div>
        </div>
      )}
      {state === 'not allowed' && source.kind === 'address' && (
        <a class="small" href={source.address} target="_blank" rel="noopener noreferrer">
          Open the address in a new tab, to download the file and drop it here
        </a>
      )}
    </li>
  );
}
