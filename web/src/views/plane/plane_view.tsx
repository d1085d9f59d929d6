import { ViewHead } from '../../components/basics.tsx';

export function PlaneView() {
  return <ViewHead question="Benchmarks compared" verdict="" />;
}
