// What the page says of capsules and reports, over whatever view is shown: what is being saved, what could not be opened,
// and the question where a dropped capsule goes.
import { Button, ErrorNotice, Progress } from '../../components/basics.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { sourceName } from '../../reproduce/source.ts';
import {
  type CapsuleChoice,
  capsuleProblems,
  capsuleQuestion,
  insideReport,
  saving,
  savingProblem,
} from '../../state/capsule_notices.ts';
import { loadedSources } from '../../state/files.ts';
import { address, addressOf } from '../../state/history.ts';
import './capsule.css';
import { engineVersion, hasFiles } from '../../state/store.ts';
import { counted, listed } from '../../verdict/numbers.ts';

/** At the top of a report: what it is, and of what. */
export function ReportHead() {
  if (!insideReport || loadedSources.value.length === 0) return null;
  const names = listed(
    loadedSources.value.map(({ source }) => sourceName(source)),
    'and',
    6,
  );
  return (
    <div class="notice info report-head small">
      <p>
        Report made from <span class="mono">{names}</span> with Harmonograph {engineVersion.value?.version}.
        Data and engine are inside this file: everything is computed here, nothing is fetched or sent.{' '}
        {address.value.view !== 'import' && (
          <a href={addressOf({ view: 'import' })}>The files and their hashes</a>
        )}
      </p>
    </div>
  );
}

export function CapsuleNotices() {
  const now = saving.value;
  return (
    <>
      {now && (
        <div class="working">
          <Progress
            value={null}
            label={
              now.state === 'waiting'
                ? `The ${now.what} is saved as soon as the numbers of this view are there`
                : `Saving the ${now.what}`
            }
            {...(now.state === 'waiting' ? { onCancel: cancel } : {})}
          />
        </div>
      )}
      {savingProblem.value && (
        <ErrorNotice
          error={savingProblem.value}
          title="Not saved"
          actions={
            <Button
              small
              onClick={() => {
                savingProblem.value = null;
              }}
            >
              Close
            </Button>
          }
        />
      )}
      {capsuleProblems.value.map((problem) => (
        <ErrorNotice
          key={problem.message}
          error={problem}
          title="Not opened"
          actions={
            <Button
              small
              onClick={() => {
                capsuleProblems.value = capsuleProblems.value.filter((one) => one !== problem);
              }}
            >
              Close
            </Button>
          }
        />
      ))}
    </>
  );
}

const cancel = () => void import('../../state/capsule.ts').then(({ cancelSaving }) => cancelSaving());

export function CapsuleDialog() {
  const question = capsuleQuestion.value;
  if (!question) return null;
  const { path, others } = question;
  const choose = (choice: CapsuleChoice) => () => question.answer(choice);
  const loses = [
    hasFiles.value ? 'what is loaded now is removed' : '',
    others > 0
      ? `the ${counted(others, 'other file')} dropped with it ${others > 1 ? 'are' : 'is'} not read`
      : '',
  ].filter(Boolean);
  return (
    <Dialog title="Open the capsule, or add its data?" onClose={choose('cancel')}>
      <p>
        <span class="mono">{path}</span> is a capsule: data with the view that was saved. To show that view
        with the same numbers, it has to be alone: {listed(loses)}.
      </p>
      <div class="notice-actions">
        <Button kind="primary" onClick={choose('open')}>
          Open it as it was saved
        </Button>
        <Button onClick={choose('add')}>Add its data only</Button>
        <Button onClick={choose('cancel')}>Cancel</Button>
      </div>
    </Dialog>
  );
}
