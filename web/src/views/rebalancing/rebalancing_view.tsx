import { ViewHead } from '../../components/basics.tsx';

export function RebalancingView() {
  return <ViewHead question="Re-balancing" verdict="" />;
}
