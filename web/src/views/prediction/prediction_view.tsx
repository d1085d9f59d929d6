// Prediction
import { Empty, ViewHead } from '../../components/basics.tsx';

export function PredictionView() {
  return (
    <>
      <ViewHead question="Prediction" />
      <Empty title="This view is not there yet">It comes with one of the next versions.</Empty>
    </>
  );
}
