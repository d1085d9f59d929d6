// Fewer items
import { Empty, ViewHead } from '../../components/basics.tsx';

export function FewerView() {
  return (
    <>
      <ViewHead question="Fewer items" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
