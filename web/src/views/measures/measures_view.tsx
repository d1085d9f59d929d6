// What it measures
import { Empty, ViewHead } from '../../components/basics.tsx';

export function MeasuresView() {
  return (
    <>
      <ViewHead question="What it measures" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
