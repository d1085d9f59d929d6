// "Embed": the lines that show a chart, a table or the verdict of the open view inside another page.
import { useState } from 'preact/hooks';
import { Button, Field } from '../../components/basics.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { embedOpen, type Part, parts } from '../../state/embedded.ts';
import { currentSources } from '../../state/files.ts';
import { address, addressOf, isEmbedKey } from '../../state/history.ts';
import { manifest } from '../../state/manifest.ts';
import { listed } from '../../verdict/numbers.ts';
import { embedSnippet } from './snippet.ts';
import './embed_dialog.css';

const keyOf = ({ kind, name }: Pick<Part, 'kind' | 'name'>) => `${kind}:${name}`;

/** The whole address of the page that shows that part alone. */
function embedAddress(part: Part | undefined): string {
  const other = address.value.other.filter(([key]) => !isEmbedKey(key));
  other.push(['embed', '1']);
  if (part) other.push([part.kind, part.name]);
  const hash = addressOf({ sources: currentSources.value, claim: null, other });
  return `${location.origin}${location.pathname}${location.search}${hash}`;
}

export function EmbedDialog() {
  const [chosen, setChosen] = useState('');
  const [isWide, setWide] = useState(true);
  const [width, setWidth] = useState(640);
  const [height, setHeight] = useState(420);
  const [copied, setCopied] = useState<'' | 'yes' | 'no'>('');
  const close = () => {
    embedOpen.value = false;
  };
  const offered = [...new Map(parts.value.map((part) => [keyOf(part), part])).values()];
  const part = offered.find((one) => keyOf(one) === chosen);
  const onDisk = currentSources.value.flatMap((source) => (source.kind === 'file' ? [source.path] : []));
  const title = part ? part.title : 'Verdict and key numbers';
  const snippet = embedSnippet(
    embedAddress(part),
    [title, manifest.value?.title, 'Harmonograph'].filter(Boolean).join(' – '),
    { width: isWide ? null : width, height },
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet);
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  };
  return (
    <Dialog title="Embed" onClose={close}>
      {onDisk.length > 0 ? (
        <>
          <p class="notice warning">
            <span>
              An embedded page must be able to fetch its data, and these are files of your own computer:{' '}
              <span class="mono">{listed(onDisk, 'and', 3)}</span>.
            </span>
          </p>
          <p>
            Put the page and the files onto a host together (<span class="mono">harmonograph site</span> makes
            the folder, or a <span class="mono">data/manifest.json</span> beside the page names them), open it
            there, and this dialogue has the lines to paste.
          </p>
        </>
      ) : (
        <>
          <p>
            These lines show a part of this view inside another page. It loads the same data and computes the
            same numbers in the reader’s browser.
          </p>
          <div class="embed-choices">
            <Field label="What">
              {(id) => (
                <select
                  id={id}
                  value={chosen}
                  onChange={(event) => {
                    setChosen(event.currentTarget.value);
                    setCopied('');
                  }}
                >
                  <option value="">Verdict and key numbers</option>
                  <Options label="Charts" parts={offered.filter((one) => one.kind === 'chart')} />
                  <Options label="Tables" parts={offered.filter((one) => one.kind === 'table')} />
                </select>
              )}
            </Field>
            <Field label="Width">
              {(id) => (
                <select
                  id={id}
                  value={isWide ? 'place' : 'fixed'}
                  onChange={(event) => {
                    setWide(event.currentTarget.value === 'place');
                    setCopied('');
                  }}
                >
                  <option value="place">As wide as its place</option>
                  <option value="fixed">At most so many pixels</option>
                </select>
              )}
            </Field>
            {!isWide && <Pixels label="Pixels wide" value={width} least={240} onChange={setWidth} />}
            <Pixels
              label="Pixels high"
              hint="At first; then as high as its content"
              value={height}
              least={80}
              onChange={setHeight}
            />
          </div>
          <Field label="Lines to paste">
            {(id) => (
              <textarea
                id={id}
                class="mono small"
                readOnly
                rows={12}
                spellcheck={false}
                value={snippet}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          <div class="notice-actions">
            <Button kind="primary" onClick={copy}>
              Copy
            </Button>
            <a href={embedAddress(part)} target="_blank" rel="noopener">
              See it alone
            </a>
            <span role="status" class="small quiet">
              {copied === 'yes' && 'Copied.'}
              {copied === 'no' && 'This browser does not let the page copy: select the lines and copy them.'}
            </span>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Options({ label, parts: some }: { label: string; parts: readonly Part[] }) {
  if (some.length === 0) return null;
  return (
    <optgroup label={label}>
      {some.map((part) => (
        <option key={keyOf(part)} value={keyOf(part)}>
          {part.title}
        </option>
      ))}
    </optgroup>
  );
}

function Pixels({
  label,
  hint,
  value,
  least,
  onChange,
}: {
  label: string;
  hint?: string;
  value: number;
  least: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <input
          id={id}
          aria-describedby={hintId}
          type="number"
          min={least}
          max={4000}
          step={10}
          value={value}
          onChange={(event) => {
            const wanted = Math.round(Number(event.currentTarget.value));
            onChange(Number.isFinite(wanted) ? Math.min(4000, Math.max(least, wanted)) : value);
          }}
        />
      )}
    </Field>
  );
}
