// "Share": the link in full, what it claims, and what whoever opens it will need.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Field } from '../../components/basics.tsx';
import { CopyButton } from '../../components/copy_button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { Claim } from '../../reproduce/claim.ts';
import { LARGEST_PACKED } from '../../reproduce/inline_data.ts';
import { otherHosts } from '../../reproduce/remote.ts';
import { printAddress } from '../../state/address.ts';
import { embedOpen } from '../../state/embedded.ts';
import { currentSources } from '../../state/files.ts';
import {
  addressOfView,
  claimOfView,
  type PackedFile,
  packLocalFiles,
  pageAddress,
} from '../../state/link.ts';
import { shareOpen } from '../../state/share.ts';
import { type Shown, shown } from '../../state/shown.ts';
import { count, counted, fileSize, listed } from '../../verdict/numbers.ts';
import { plainNumber, shortHash } from '../../verdict/reproduction.ts';
import './share.css';

/** Longer ones are cut or not made into links by many mail programs. */
const MAIL_LIMIT = 2000;

/** undefined = being made. */
function useClaim(): Claim | null | undefined {
  const [claim, setClaim] = useState<{ of: Shown; claim: Claim | null }>();
  const what = shown.value;
  useEffect(() => {
    let current = true;
    void claimOfView(what).then((made) => {
      if (current) setClaim({ of: what, claim: made });
    });
    return () => {
      current = false;
    };
  }, [what]);
  return claim?.of === what ? claim.claim : undefined;
}

/** undefined = being packed. */
function usePacked(wanted: boolean): PackedFile[] | null | undefined {
  const [packed, setPacked] = useState<PackedFile[] | null>();
  const sources = currentSources.value;
  useEffect(() => {
    let current = true;
    setPacked(undefined);
    if (wanted) {
      void packLocalFiles().then((made) => {
        if (current) setPacked(made);
      });
    }
    return () => {
      current = false;
    };
  }, [wanted, sources]);
  return packed;
}

export function ShareDialog() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [inside, setInside] = useState(false);
  const sources = currentSources.value;
  const local = sources.flatMap((source) => (source.kind === 'file' ? [source] : []));
  const claim = useClaim();
  const packed = usePacked(local.length > 0);
  const carried = inside && packed ? packed : [];
  const link = pageAddress() + (printAddress(addressOfView(claim ?? null, carried)) || '#');
  const close = () => {
    shareOpen.value = false;
  };
  const select = () => {
    field.current?.focus();
    field.current?.select();
  };
  const waiting = shown.value.state === 'working';
  return (
    <Dialog title="Share a link to this view" onClose={close}>
      <p class="quiet">
        The link has the view, its parameters, the data by their hashes, and what was computed here. Opened,
        it computes everything again and says whether it is the same. All of it stands after “#”: browsers
        send that part to no server.
      </p>
      {waiting && (
        <p class="notice info" role="status">
          The results are still being computed. Once they are here, the link claims them; until then it only
          opens the view.
        </p>
      )}
      <Field label="The whole link" value={`${count(link.length)} characters`}>
        {(id) => (
          <textarea
            id={id}
            ref={field}
            class="mono share-link"
            rows={5}
            readOnly
            spellcheck={false}
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <div class="notice-actions">
        <CopyButton
          kind="primary"
          text={() => link}
          onRefused={select}
          disabled={claim === undefined && !waiting}
        >
          Copy the link
        </CopyButton>
        <Button onClick={select}>Select all</Button>
        <Button
          onClick={() => {
            close();
            embedOpen.value = true;
          }}
        >
          Embed in a page
        </Button>
      </div>
      {link.length > MAIL_LIMIT && (
        <p class="notice warning">
          This link has {count(link.length)} characters. Browsers open links of up to 2 MB, but mail and chat
          programs may cut those above about {count(MAIL_LIMIT)}: send it in a text file or as a link in a
          document, and never shorten it by hand.
        </p>
      )}
      <Needed local={local} inside={carried.length > 0} />
      {local.length > 0 && <Inside packed={packed} inside={inside} onChange={setInside} />}
      <Claimed claim={claim} waiting={waiting} />
    </Dialog>
  );
}

function Needed({
  local,
  inside,
}: {
  local: { path: string; bytes: number; sha256: string }[];
  inside: boolean;
}) {
  const sources = currentSources.value;
  const hosts = otherHosts(sources);
  return (
    <section class="share-part" aria-labelledby="share-needed">
      <h3 id="share-needed">What whoever opens it needs</h3>
      {local.length === 0 || inside ? (
        <p>
          {hosts.length > 0
            ? `Nothing but the link: it loads ${listed(hosts.map(({ host, files }) => `${counted(files, 'file')} from ${host}`))}, after asking.`
            : 'Nothing but the link.'}
        </p>
      ) : (
        <>
          <p>
            {local.length === 1 ? 'This file' : `These ${count(local.length)} files`} of your disk, which{' '}
            {local.length === 1 ? 'does' : 'do'} not travel with the link. Dropped onto the page,{' '}
            {local.length === 1 ? 'it is' : 'they are'} recognised by {local.length === 1 ? 'its' : 'their'}{' '}
            content, whatever the name.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section class="table-scroll share-files" tabIndex={0} aria-label="Files to be dropped">
            <table>
              <thead>
                <tr>
                  <th>File</th>
                  <th class="number">Size</th>
                  <th>SHA-256</th>
                </tr>
              </thead>
              <tbody>
                {local.map((one, index) => (
                  <tr key={index}>
                    <th scope="row" class="mono">
                      {one.path}
                    </th>
                    <td class="number">{fileSize(one.bytes)}</td>
                    <td class="mono" title={one.sha256}>
                      {shortHash(one.sha256)}…
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </section>
  );
}

function Inside({
  packed,
  inside,
  onChange,
}: {
  packed: PackedFile[] | null | undefined;
  inside: boolean;
  onChange: (inside: boolean) => void;
}) {
  if (packed === undefined) return <p class="small quiet">Trying whether the data fit into the link…</p>;
  if (packed === null) return <TooLarge />;
  const size = packed.reduce((sum, one) => sum + one.packed.length, 0);
  return (
    <label class="share-inside">
      <input type="checkbox" checked={inside} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        Put the data into the link ({fileSize(size)})
        <span class="small quiet">Whoever has the link then has the data.</span>
      </span>
    </label>
  );
}

function TooLarge() {
  // How far it is, and what went wrong, is said beside the view.
  const save = async () => {
    const { saveCapsule } = await import('../../state/capsule.ts');
    shareOpen.value = false;
    await saveCapsule();
  };
  return (
    <div class="notice">
      <p>
        The data are too large to travel inside the link (more than {fileSize(LARGEST_PACKED)} packed). A
        capsule is one file with everything in it: whoever drops it gets this page.
      </p>
      <div class="notice-actions">
        <Button small onClick={() => void save()}>
          Save a capsule
        </Button>
      </div>
    </div>
  );
}

function Claimed({ claim, waiting }: { claim: Claim | null | undefined; waiting: boolean }) {
  return (
    <section class="share-part" aria-labelledby="share-claim">
      <h3 id="share-claim">What the link claims</h3>
      {claim ? (
        <>
          {claim.headline.length > 0 && (
            <dl class="share-claim">
              {claim.headline.map((one, index) => (
                <div key={index}>
                  <dt class="small quiet">{one.name}</dt>
                  <dd>{plainNumber(one.value)}</dd>
                </div>
              ))}
            </dl>
          )}
          <p class="small quiet">
            Computed by engine <span class="mono">{claim.engine}</span>; digest of all results{' '}
            <span class="mono" title={claim.digest}>
              {shortHash(claim.digest)}…
            </span>
          </p>
        </>
      ) : (
        <p class="quiet">
          {waiting
            ? 'Nothing yet: the numbers of this view are added when they are computed.'
            : claim === undefined
              ? 'Being put together…'
              : 'Nothing: this view has computed nothing. The link opens the same view with the same data.'}
        </p>
      )}
    </section>
  );
}
