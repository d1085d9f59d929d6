import { ViewHead } from '../../components/basics.tsx';

export function ScalingView() {
  return <ViewHead question="Scaling trends" verdict="" />;
}
