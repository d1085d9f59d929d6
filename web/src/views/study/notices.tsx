// Warnings of the core, and what a view says while it has nothing to show.
import { Empty, ViewHead } from '../../components/basics.tsx';
import { report } from '../../state/store.ts';
import { BenchmarkField } from './choices.tsx';
import './study.css';

export function Warnings({ warnings }: { warnings: readonly { code: string; message: string }[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul class="study-warnings">
      {warnings.map((warning, n) => (
        <li key={`${n} ${warning.code}`} class="notice warning">
          {warning.message}
        </li>
      ))}
    </ul>
  );
}

/** A view that cannot say anything about the chosen benchmark. */
export function Missing({
  question,
  title,
  children,
}: {
  question: string;
  title: string;
  children: string;
}) {
  return (
    <div class="study-view">
      <ViewHead question={question} />
      {(report.value?.benchmarks.length ?? 0) > 1 && (
        <div class="study-controls">
          <BenchmarkField />
        </div>
      )}
      <Empty title={title}>{children}</Empty>
    </div>
  );
}
