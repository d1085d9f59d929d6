// Which of the loaded benchmarks a view is about; it stands in the address.
import { Field } from '../../components/basics.tsx';
import { currentBenchmark } from '../../state/analysis.ts';
import { navigate } from '../../state/history.ts';
import { report } from '../../state/store.ts';

export function BenchmarkField() {
  return (
    <Field label="Benchmark">
      {(id) => (
        <select
          id={id}
          value={currentBenchmark.value?.name ?? ''}
          onChange={(event) => navigate({ benchmark: event.currentTarget.value })}
        >
          {(report.value?.benchmarks ?? []).map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
