// The small parts of every view: buttons, fields, panels, progress, errors, empty places.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { EngineError } from '../engine/call.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { errorDetails } from './error_details.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'size' | 'icon'> & {
  /** primary: the one thing to do here; quiet: without a border. */
  kind?: 'primary' | 'normal' | 'quiet';
  small?: boolean;
  class?: string;
  children?: ComponentChildren;
};

export function Button({ kind = 'normal', small = false, class: extra = '', ...rest }: ButtonProps) {
  const names = `button ${kind} ${small ? 'compact' : ''} ${extra}`;
  return <button type="button" {...rest} class={names.trim().replace(/ +/g, ' ')} />;
}

interface FieldProps {
  label: ComponentChildren;
  /** One sentence under the control. */
  hint?: ComponentChildren;
  /** Beside the label, for instance the value of a slider. */
  value?: ComponentChildren;
  inline?: boolean;
  /** Draws the control; give it the id, and the hint's id for aria-describedby. */
  children: (id: string, hintId: string | undefined) => ComponentChildren;
}

/** A labelled control. */
export function Field({ label, hint, value, inline = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div class={inline ? 'field inline' : 'field'}>
      <div class="field-label">
        <label for={id}>{label}</label>
        {value !== undefined && <output for={id}>{value}</output>}
      </div>
      {children(id, hintId)}
      {hint && (
        <p class="small quieter" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface PanelProps {
  title?: ComponentChildren;
  /** Beside the title: menus, buttons. */
  actions?: ComponentChildren;
  /** One or two sentences under the title. */
  lead?: ComponentChildren;
  class?: string;
  children?: ComponentChildren;
}

/** A section of a view with a heading (h2). */
export function Panel({ title, actions, lead, class: extra = '', children }: PanelProps) {
  const id = useId();
  return (
    <section class={`panel ${extra}`.trim()} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header class="panel-head">
          {title && <h2 id={id}>{title}</h2>}
          {actions && <div class="panel-actions">{actions}</div>}
        </header>
      )}
      {lead && <p class="panel-lead quiet">{lead}</p>}
      {children}
    </section>
  );
}

interface ProgressProps {
  /** 0..1; null = not known yet. */
  value: number | null;
  /** What is being done: "Reading samples.jsonl". */
  label: ComponentChildren;
  /** How far, in the unit of the work: "12 of 40 MB, 8,000 rows". */
  detail?: ComponentChildren;
  onCancel?: (() => void) | undefined;
}

export function Progress({ value, label, detail, onCancel }: ProgressProps) {
  const id = useId();
  return (
    <div class="progress">
      <div class="progress-text">
        <span id={id}>{label}</span>
        {detail && <span class="quiet small">{detail}</span>}
      </div>
      <progress aria-labelledby={id} max={1} {...(value === null ? {} : { value })} />
      {onCancel && (
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** Anything that was thrown, as an EngineErrorData. */
export function asErrorData(error: unknown): EngineErrorData {
  if (error instanceof EngineError) return error.data;
  if (error && typeof error === 'object' && 'code' in error && 'hint' in error)
    return error as EngineErrorData;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `Something went wrong in the page itself: ${message}`,
    file: '',
    line: 0,
    hint: 'Reload the page and try again. If it happens again, please report it with the details.',
  };
}

interface ErrorNoticeProps {
  error: unknown; // EngineError, EngineErrorData or anything thrown
  title?: ComponentChildren;
  /** More buttons: "Remove", "Try again". */
  actions?: ComponentChildren;
}

/** What, where, why, what to do. */
export function ErrorNotice({ error, title, actions }: ErrorNoticeProps) {
  const data = asErrorData(error);
  const [copied, setCopied] = useState<string | null>(null);
  const details = errorDetails(data, error instanceof Error ? error.stack : undefined);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(details);
      setCopied('Copied');
    } catch {
      setCopied(details); // without the clipboard the text is shown, to be selected by hand
    }
  };
  return (
    <div class="notice error">
      {/* Read aloud: the sentences, not the menus below them. */}
      <div role="alert">
        {title && <h3>{title}</h3>}
        <p>{data.message}</p>
        {data.hint && <p class="quiet">{data.hint}</p>}
      </div>
      <div class="notice-actions">
        {actions}
        <Button small onClick={copy}>
          Copy details
        </Button>
        {copied === 'Copied' && <span role="status">Copied: no data of yours is in it.</span>}
      </div>
      {copied !== null && copied !== 'Copied' && <pre class="details">{copied}</pre>}
    </div>
  );
}

/** A place with nothing in it yet: what is missing and what fills it. */
export function Empty({
  title,
  children,
  actions,
}: {
  title: ComponentChildren;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children && <p class="quiet">{children}</p>}
      {actions && <div class="notice-actions">{actions}</div>}
    </div>
  );
}

/** A number that can be found in one glance, with its unit and its uncertainty below. */
export function KeyFigure({
  label,
  value,
  below,
}: {
  label: ComponentChildren;
  value: ComponentChildren;
  below?: ComponentChildren;
}) {
  return (
    <div class="key-figure">
      <dt class="small quiet">{label}</dt>
      <dd>
        <span class="figure">{value}</span>
        {below && <span class="small quiet">{below}</span>}
      </dd>
    </div>
  );
}

export function KeyFigures({ children }: { children: ComponentChildren }) {
  return <dl class="key-figures">{children}</dl>;
}

/** The head of a view: the question it answers, and the verdict as its first sentence. */
export function ViewHead({
  question,
  verdict,
  actions,
}: {
  question: ComponentChildren;
  verdict?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <header class="view-head">
      <h1 tabIndex={-1}>{question}</h1>
      {verdict && (
        <p class="verdict" aria-live="polite">
          {verdict}
        </p>
      )}
      {actions && <div class="view-actions">{actions}</div>}
    </header>
  );
}
