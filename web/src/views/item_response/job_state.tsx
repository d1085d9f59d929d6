// How far a computation on the fit is: working with Cancel, cancelled, failed. In room that is always there.
import type { ComponentChildren } from 'preact';
import { Button, ErrorNotice, Progress } from '../../components/basics.tsx';
import { RestartEngine } from '../../components/engine_restart.tsx';
import { isEngineFailure } from '../../engine/call.ts';
import type { FitJob } from '../../state/fit_job.ts';
import './job_state.css';

interface JobStateProps {
  // biome-ignore lint/suspicious/noExplicitAny: the state looks the same whatever is computed
  job: FitJob<any, any>;
  /** What is being done, until the core says it: "Choosing items". */
  label: string;
  onRepeat: () => void;
  /** In the same place, while nothing runs. */
  children?: ComponentChildren;
}

export function JobState({ job, label, onRepeat, children }: JobStateProps) {
  const { state, progress, stage, error, result } = job.state.value;
  if (state === 'failed') {
    return (
      <ErrorNotice
        error={error}
        actions={
          <>
            {error && isEngineFailure(error) && <RestartEngine />}
            <Button small onClick={onRepeat}>
              Try again
            </Button>
          </>
        }
      />
    );
  }
  return (
    <div class="job-state">
      {state === 'working' ? (
        <Progress value={progress} label={stage || label} onCancel={job.cancel} />
      ) : state === 'cancelled' ? (
        <p class="quiet">
          Cancelled.{result ? ' What is shown is of before.' : ''}{' '}
          <button type="button" class="link" onClick={onRepeat}>
            Compute
          </button>
        </p>
      ) : (
        children
      )}
    </div>
  );
}
