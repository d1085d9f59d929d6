import { ViewHead } from '../../components/basics.tsx';

export function RanksView() {
  return <ViewHead question="Ranks and noise" verdict="" />;
}
