import { ViewHead } from '../../components/basics.tsx';

export function CompareView() {
  return <ViewHead question="Two models" verdict="" />;
}
