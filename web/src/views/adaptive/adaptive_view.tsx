// Adaptive testing
import { Empty, ViewHead } from '../../components/basics.tsx';

export function AdaptiveView() {
  return (
    <>
      <ViewHead question="Adaptive testing" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
