// The choices that several views of the study have: benchmark, partition, a model. All of them stand in the address.
import { cutInMiddle } from '../../charts/marks.ts';
import { Field } from '../../components/basics.tsx';
import type { ModelReport } from '../../engine/results.ts';
import { navigate, setParameters } from '../../state/history.ts';
import { report } from '../../state/store.ts';
import {
  partitionHasOwner,
  partitionOwner,
  partitionOwners,
  studyPartition,
  studyPartitions,
} from '../../state/study.ts';
import { Term } from '../../words/term.tsx';
import { isAttribute, partitionName } from '../benchmark/partitions.ts';

/** The partition and, where it belongs to one model, whose it is. */
export function PartitionField({ owner = true }: { owner?: boolean }) {
  const partitions = studyPartitions.value;
  if (partitions.length === 0) return null;
  const models = report.value?.models ?? [];
  const owners = partitionOwners.value.flatMap((index) => models[index] ?? []);
  return (
    <>
      <Field label={<Term name="partition">Subdomains by</Term>}>
        {(id) => (
          <select
            id={id}
            value={studyPartition.value}
            onChange={(event) => setParameters({ partition: event.currentTarget.value }, true)}
          >
            {partitions.map((source) => (
              <option key={source} value={source}>
                {isAttribute(source) ? `column “${partitionName(source)}”` : partitionName(source)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {owner && partitionHasOwner.value && (
        <ModelField
          label="Subdomains of"
          models={owners}
          value={partitionOwner.value}
          onChange={(name) => navigate({ model: name })}
        />
      )}
    </>
  );
}

interface ModelFieldProps {
  label: string;
  models: readonly ModelReport[];
  value: number;
  /** That one cannot be chosen: it is the other of two. */
  without?: number;
  onChange: (name: string) => void;
}

export function ModelField({ label, models, value, without = -1, onChange }: ModelFieldProps) {
  const name = models.find((one) => one.index === value)?.name ?? '';
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={name} onChange={(event) => onChange(event.currentTarget.value)}>
          {models.map((one) => (
            <option key={one.index} value={one.name} disabled={one.index === without}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A model's name as the head of a column: long ones are cut in their middle. */
export function NameOfColumn({ name, widest = 170 }: { name: string; widest?: number }) {
  const cut = cutInMiddle(name, widest);
  return <span title={cut === name ? undefined : name}>{cut}</span>;
}
