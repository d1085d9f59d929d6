// What the page says of the data that it was hosted with: title, description, licence, citation; how far they are on their
// way; and, loudly, what is missing or not what was published.
import { Button, ErrorNotice, Panel, Progress } from '../../components/basics.tsx';
import {
  cancelFetching,
  fetching,
  manifest,
  manifestFailure,
  manifestProblems,
} from '../../state/manifest.ts';
import { count, counted, fileSize } from '../../verdict/numbers.ts';
import './hosted_data.css';

export function HostedData() {
  const about = manifest.value;
  const failure = manifestFailure.value;
  return (
    <>
      {failure && (
        <div class="hosted-notices">
          <ErrorNotice
            error={failure}
            title="The data of this page"
            actions={
              <Button small onClick={() => location.reload()}>
                Reload the page
              </Button>
            }
          />
        </div>
      )}
      <DataProblems />
      {about &&
        (about.title || about.description || about.licence || about.citation || about.other.length > 0) && (
          <Panel class="hosted" title={about.title || 'The data of this page'}>
            {about.description && (
              <p>
                <WithLinks text={about.description} />
              </p>
            )}
            <dl class="hosted-facts small">
              {about.licence && <Fact name="Licence" text={about.licence} />}
              {about.citation && <Fact name="Citation" text={about.citation} />}
              {about.other.map(([key, value]) => (
                <Fact key={key} name={key} text={typeof value === 'string' ? value : JSON.stringify(value)} />
              ))}
            </dl>
          </Panel>
        )}
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt class="quiet">{name}</dt>
      <dd>
        <WithLinks text={text} />
      </dd>
    </div>
  );
}

/** Web addresses in the text as links. */
function WithLinks({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"{}|\\^`]*[^\s<>"{}|\\^`.,;:!?)\]'])/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <a key={part} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Files that are not what was published, or not there. */
export function DataProblems() {
  const problems = manifestProblems.value;
  const changed = problems.filter((one) => one.kind === 'changed');
  const missing = problems.filter((one) => one.kind === 'missing');
  const files = manifest.value?.files.length ?? 0;
  if (problems.length === 0) return null;
  return (
    <div class="hosted-notices">
      {changed.map((one) => (
        <ErrorNotice key={one.name} error={one.error} />
      ))}
      {missing.length > 0 && (
        <div class="notice error" role="alert">
          <h3>
            {count(missing.length)} of {counted(files, 'file')} of this page could not be loaded; the rest is
            here
          </h3>
          <ul>
            {missing.map(({ name, error }) => (
              <li key={name}>
                {error.message} <span class="quiet">{error.hint}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Files of the manifest on their way. */
export function FetchingFiles() {
  const now = fetching.value;
  if (now === null) return null;
  const { files, done, bytes, bytesTotal } = now;
  return (
    <div class="working">
      <Progress
        value={bytesTotal ? Math.min(1, bytes / bytesTotal) : done / files}
        label="Fetching the data of this page"
        detail={`${count(done)} of ${counted(files, 'file')}, ${fileSize(bytes)}${bytesTotal ? ` of ${fileSize(bytesTotal)}` : ''}`}
        onCancel={cancelFetching}
      />
    </div>
  );
}
