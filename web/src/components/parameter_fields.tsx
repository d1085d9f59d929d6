// Labelled controls of the parameter panels: what the parameter means, whose default it is, its range.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { TermName } from '../words/definitions.ts';
import { Term } from '../words/term.tsx';
import { useDraft } from './draft.ts';
import './parameter_fields.css';

/** Who chose a default: a paper, or we. */
export type SourceMark = 'paper' | 'ours';

export function MarkTag({ mark }: { mark: SourceMark }) {
  return <span class={`mark-tag ${mark}`}>{mark}</span>;
}

interface ParameterProps {
  term: TermName;
  label: string;
  mark?: SourceMark | undefined;
  value?: ComponentChildren;
  /** Given when one control carries the label; a group of controls has a legend instead. */
  htmlFor?: string;
  children: ComponentChildren;
}

/** Label, mark and meaning above the control. The meaning is a button of its own, so it stands outside the label. */
export function Parameter({ term, label, mark, value, htmlFor, children }: ParameterProps) {
  return (
    <div class="parameter">
      <div class="parameter-label">
        {htmlFor === undefined ? <span>{label}</span> : <label for={htmlFor}>{label}</label>}
        <Term name={term}>
          <span aria-hidden="true">?</span>
          <span class="visually-hidden">What is: {label}</span>
        </Term>
        {mark && <MarkTag mark={mark} />}
        {value !== undefined && <output>{value}</output>}
      </div>
      {children}
    </div>
  );
}

interface NumberFieldProps {
  term: TermName;
  label: string;
  mark?: SourceMark;
  value: number;
  least: number;
  most: number;
  step: number | 'any';
  onChange: (value: number) => void;
}

export function NumberField({ term, label, mark, value, least, most, step, onChange }: NumberFieldProps) {
  const id = useId();
  const [draft, change] = useDraft(value, onChange);
  const [complaint, setComplaint] = useState('');
  return (
    <Parameter term={term} label={label} {...(mark ? { mark } : {})} htmlFor={id}>
      <input
        id={id}
        type="number"
        min={least}
        max={most}
        step={step}
        value={draft}
        aria-invalid={complaint !== ''}
        aria-describedby={complaint === '' ? undefined : `${id}-complaint`}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          const whole = step !== 1 || Number.isInteger(number);
          if (!Number.isFinite(number) || number < least || number > most || !whole) {
            setComplaint(
              `${step === 1 ? 'A whole number' : 'A number'} from ${least} to ${most.toLocaleString('en-US')}.`,
            );
            return;
          }
          setComplaint('');
          change(number);
        }}
      />
      {complaint !== '' && (
        <p class="small complaint" id={`${id}-complaint`} role="alert">
          {complaint}
        </p>
      )}
    </Parameter>
  );
}

interface SelectFieldProps {
  term: TermName;
  label: string;
  mark?: SourceMark;
  value: string;
  /** [value, words]; a third entry is why it cannot be chosen here. */
  options: [string, string, string?][];
  onChange: (value: string) => void;
}

export function SelectField({ term, label, mark, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <Parameter term={term} label={label} {...(mark ? { mark } : {})} htmlFor={id}>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, words, impossible]) => (
          <option key={key} value={key} disabled={impossible !== undefined}>
            {impossible === undefined ? words : `${words} (${impossible})`}
          </option>
        ))}
      </select>
    </Parameter>
  );
}

interface CheckFieldProps {
  term: TermName;
  label: string;
  checked: boolean;
  /** Why it cannot be chosen here. */
  impossible?: string | undefined;
  onChange: (checked: boolean) => void;
}

export function CheckField({ term, label, checked, impossible, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="parameter option-row">
      <label for={id} class={impossible ? 'impossible' : ''}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={impossible !== undefined}
          aria-describedby={impossible ? `${id}-reason` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <Term name={term}>
        <span aria-hidden="true">?</span>
        <span class="visually-hidden">What is: {label}</span>
      </Term>
      {impossible && (
        <p class="small quieter option-reason" id={`${id}-reason`}>
          {impossible}
        </p>
      )}
    </div>
  );
}
