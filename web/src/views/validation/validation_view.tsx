import { ViewHead } from '../../components/basics.tsx';

export function ValidationView() {
  return <ViewHead question="Does this work?" verdict="" />;
}
