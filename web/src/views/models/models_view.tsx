// Models
import { Empty, ViewHead } from '../../components/basics.tsx';

export function ModelsView() {
  return (
    <>
      <ViewHead question="Models" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
