// "Embed": the lines that show a chart, a table or the verdict of the open view inside another page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/basics.tsx';
import { CopyButton } from '../../components/copy_button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { printAddress } from '../../state/address.ts';
import { embedOpen, type Part, parts } from '../../state/embedded.ts';
import { currentSources } from '../../state/files.ts';
import { addressOfView, type PackedFile, packLocalFiles, pageAddress } from '../../state/link.ts';
import { manifest } from '../../state/manifest.ts';
import { count, listed } from '../../verdict/numbers.ts';
import { embedSnippet } from './snippet.ts';
import './embed_dialog.css';

const keyOf = ({ kind, name }: Pick<Part, 'kind' | 'name'>) => `${kind}:${name}`;

/** The whole address of the page that shows that part alone. */
function embedAddress(part: Part | undefined, packed: readonly PackedFile[]): string {
  const state = addressOfView(null, packed);
  const cut: [string, string][] = [['embed', '1']];
  if (part) cut.push([part.kind, part.name]);
  return pageAddress() + printAddress({ ...state, other: [...state.other, ...cut] });
}

/** Files of the reader's own disk in packed form; undefined = being packed, null = too large for that. */
function usePacked(wanted: boolean): readonly PackedFile[] | null | undefined {
  const [packed, setPacked] = useState<readonly PackedFile[] | null>();
  useEffect(() => {
    if (wanted) void packLocalFiles().then(setPacked);
  }, [wanted]);
  return wanted ? packed : [];
}

export function EmbedDialog() {
  const [chosen, setChosen] = useState('');
  const [isWide, setWide] = useState(true);
  const [width, setWidth] = useState(640);
  const [height, setHeight] = useState(420);
  const [inside, setInside] = useState(false);
  const close = () => {
    embedOpen.value = false;
  };
  const offered = [...new Map(parts.value.map((part) => [keyOf(part), part])).values()];
  const part = offered.find((one) => keyOf(one) === chosen);
  const onDisk = currentSources.value.flatMap((source) => (source.kind === 'file' ? [source.path] : []));
  const title = part ? part.title : 'Verdict and key numbers';
  const packed = usePacked(onDisk.length > 0);
  const carried = onDisk.length === 0 ? [] : inside && packed ? packed : null;
  const whole = embedAddress(part, carried ?? []);
  const snippet = embedSnippet(
    whole,
    [title, manifest.value?.title, 'Harmonograph'].filter(Boolean).join(' – '),
    { width: isWide ? null : width, height },
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const select = () => {
    field.current?.focus();
    field.current?.select();
  };
  return (
    <Dialog title="Embed" onClose={close}>
      {onDisk.length > 0 && (
        <>
          <p class="notice warning">
            <span>
              An embedded page must have its data, and these are files of your own computer:{' '}
              <span class="mono">{listed(onDisk, 'and', 3)}</span>. Put them and the page onto a host together
              (<span class="mono">harmonograph site</span> makes the folder), and take the lines from there.
            </span>
          </p>
          {packed && (
            <label>
              <input
                type="checkbox"
                checked={inside}
                onChange={(event) => setInside(event.currentTarget.checked)}
              />{' '}
              Or put the data into the lines: they are small enough. Whoever sees the page then has them.
            </label>
          )}
        </>
      )}
      {carried !== null && (
        <>
          <p>
            These lines show a part of this view inside another page. It loads the same data and computes the
            same numbers in the reader’s browser.
          </p>
          <div class="embed-choices">
            <Field label="What">
              {(id) => (
                <select id={id} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
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
                  onChange={(event) => setWide(event.currentTarget.value === 'place')}
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
          <Field label="Lines to paste" value={`${count(snippet.length)} characters`}>
            {(id) => (
              <textarea
                id={id}
                ref={field}
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
            <CopyButton key={snippet} kind="primary" text={() => snippet} onRefused={select}>
              Copy
            </CopyButton>
            <a href={whole} target="_blank" rel="noopener">
              See it alone
            </a>
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
