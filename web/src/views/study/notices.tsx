// What stands above a view of the study: its verdict, warnings of the core, or that it has nothing to show.
import { Empty, ViewHead } from '../../components/basics.tsx';
import { report } from '../../state/store.ts';
import { WithTerms } from '../../words/term.tsx';
import { BenchmarkField } from '../benchmark/benchmark_field.tsx';
import './study.css';

/** The verdict, dimmed while it belongs to other parameters than the chosen ones; "" = none yet. */
export function VerdictHead({
  question,
  verdict,
  stale,
}: {
  question: string;
  verdict: string;
  stale: boolean;
}) {
  return (
    <ViewHead
      question={question}
      verdict={
        verdict && (
          <span key={verdict} class={stale ? 'stale-content' : ''}>
            <WithTerms text={verdict} />
          </span>
        )
      }
    />
  );
}

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
