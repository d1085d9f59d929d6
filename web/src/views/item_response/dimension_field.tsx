// Which dimension of a fit is looked at.
import { Field } from '../../components/basics.tsx';
import type { ItemResponseResult } from '../../engine/item_response.ts';

/** Difficulties beyond it stand at the edge of the pictures. */
export const LARGEST_DIFFICULTY = 6;

export function DimensionField({
  label,
  result,
  value,
  onChange,
}: {
  label: string;
  result: ItemResponseResult;
  value: number;
  onChange: (dimension: number) => void;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={String(value)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          {result.dimensions.map((one, d) => (
            <option key={one.name} value={String(d)}>
              {one.name}
              {one.suggestion ? ` (like ${one.suggestion})` : ''}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
