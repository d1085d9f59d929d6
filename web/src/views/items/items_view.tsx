// Items
import { Empty, ViewHead } from '../../components/basics.tsx';

export function ItemsView() {
  return (
    <>
      <ViewHead question="Items" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
