// How far the averages' HARMONY is: working with Cancel, cancelled, done. The views that rest on all of them show it too.
import { Button, Progress } from '../../components/basics.tsx';
import { cancelOverview, continueOverview, overviewProgress } from '../../state/overview.ts';
import { cells, overview } from '../../state/store.ts';
import { count, counted } from '../../verdict/numbers.ts';

export function OverviewState() {
  const progress = overviewProgress.value;
  const possible = overview.value.some((cell) => cell.partitions.length > 0 && !cell.refusal);
  const cancelled = possible && [...cells.value.values()].some((cell) => cell.state === 'cancelled');
  return (
    <div class="overview-state">
      {progress.running && (
        <Progress
          value={progress.total > 0 ? progress.done / progress.total : null}
          label="Computing HARMONY"
          detail={`${count(progress.done)} of ${count(progress.total)} averages`}
          onCancel={cancelOverview}
        />
      )}
      {!progress.running && cancelled && progress.done < progress.total && (
        <p class="notice warning">
          <span>
            Cancelled: HARMONY is computed for {count(progress.done)} of {count(progress.total)} averages.
          </span>
          <span>
            <Button small onClick={continueOverview}>
              Compute the rest
            </Button>
          </span>
        </p>
      )}
      {!progress.running && progress.done >= progress.total && progress.total > 0 && (
        <p class="small quiet">
          HARMONY is computed for {counted(progress.total, 'average')}, with the default parameters.
        </p>
      )}
    </div>
  );
}
