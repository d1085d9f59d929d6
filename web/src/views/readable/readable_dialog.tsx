// "What can I drop?": for each tool the command that makes its files, what is read of them and what is not, with a search.
import { useState } from 'preact/hooks';
import { readableOpen } from '../../app/open.ts';
import { CopyButton } from '../../components/copy_button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { counted } from '../../verdict/numbers.ts';
import {
  findContainers,
  findReadable,
  plainWords,
  type ReadableFile,
  readableContainers,
  readableFiles,
} from '../../words/readable_files.ts';
import './readable.css';

export function ReadableDialog() {
  const [query, setQuery] = useState('');
  const files = findReadable(query.trim());
  const containers = findContainers(query.trim());
  const found = files.length + containers.length;
  const all = readableFiles.length + readableContainers.length;
  return (
    <Dialog
      title="What can I drop?"
      onClose={() => {
        readableOpen.value = false;
      }}
    >
      <p class="quiet">
        Files as the tools write them, folders of them, and archives. They are recognised by their content:
        names are hints. What a file was read as can be changed in the report.
      </p>
      <div class="readable-search">
        <input
          type="search"
          autoFocus
          placeholder="Tool, command, file name …"
          aria-label="Find a tool, a command or a file name"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="small quiet" role="status">
          {query.trim() === '' ? counted(all, 'entry', 'entries') : `${found} of ${all}`}
        </span>
      </div>
      <section
        class="readable-list"
        aria-label="What can be read"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        {files.map((file) => (
          <Entry key={file.id} file={file} />
        ))}
        {containers.length > 0 && (
          <article class="readable-containers">
            <h3>Archives and containers</h3>
            <dl class="readable-facts">
              {containers.map(({ what, read }) => (
                <div class="readable-fact" key={what}>
                  <dt class="small quiet">
                    <Words text={what} />
                  </dt>
                  <dd>
                    <Words text={read} />
                  </dd>
                </div>
              ))}
            </dl>
          </article>
        )}
        {found === 0 && (
          <p>
            Nothing here is called “{query.trim()}”. Drop the file all the same: any table or JSON with a row
            for each answer can be read, and its columns can be chosen in the report.
          </p>
        )}
      </section>
    </Dialog>
  );
}

function Entry({ file }: { file: ReadableFile }) {
  const { label, commands, origin, files, read, notRead } = file;
  return (
    <article aria-label={label}>
      <h3>{label}</h3>
      {commands.map((command) => (
        <div class="readable-command" key={command}>
          <code>{command}</code>
          <CopyButton small text={() => command}>
            Copy
          </CopyButton>
        </div>
      ))}
      <dl class="readable-facts">
        <Fact name={commands.length > 0 ? 'Or from' : 'From'} text={origin} />
        <Fact name="Name" text={files.map((name) => `\`${name}\``).join(', ')} />
        <Fact name="Read" text={read} />
        <Fact name="Not read" text={notRead} />
      </dl>
    </article>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  if (text === '') return null;
  return (
    <div class="readable-fact">
      <dt class="small quiet">{name}</dt>
      <dd>
        <Words text={text} />
      </dd>
    </div>
  );
}

/** What stands between backticks is code. */
function Words({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/(`[^`]*`)/)
        .map((part, n) =>
          part.startsWith('`') ? <code key={`${n}${part}`}>{part.slice(1, -1)}</code> : plainWords(part),
        )}
    </>
  );
}
