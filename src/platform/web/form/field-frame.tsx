import { type ReactNode, useId } from 'react';
import { Label } from '#platform/web/ui/label.tsx';
import { cn } from '#platform/web/cn.ts';

/** Props of every form input. `Value` is the edited value; the input is controlled. */
export interface FieldProps<Value> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  /** Called when the input loses focus. */
  onBlur?: (() => void) | undefined;
  /** One sentence under the input, if the label is not sufficient. */
  hint?: string | null | undefined;
  /** Validation message, or null. */
  error?: string | null | undefined;
  isRequired?: boolean | undefined;
  /** Reason why the input is read-only, or null; shown instead of the hint. */
  lockedReason?: string | null | undefined;
  /** Name by which a form finds the input to focus it. */
  name?: string | undefined;
  className?: string | undefined;
}

/** Attributes that connect a control to its label, hint and error. Spread them over the control. */
export interface FieldControl {
  id: string;
  name: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean | undefined;
}

interface FieldFrameProps
  extends Pick<
    FieldProps<unknown>,
    'label' | 'hint' | 'error' | 'isRequired' | 'lockedReason' | 'name' | 'className'
  > {
  children(control: FieldControl): ReactNode;
}

/** A control with its label above and its hint and error below, associated for screen readers. */
export function FieldFrame({
  label,
  hint,
  error,
  isRequired,
  lockedReason,
  name,
  className,
  children,
}: FieldFrameProps) {
  const id = useId();
  const note = lockedReason ?? hint;
  const describedBy = [error ? `${id}-error` : '', note ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </Label>
      {children({
        id,
        name,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': Boolean(error),
        'aria-required': isRequired || undefined,
      })}
      <FieldNotes id={id} error={error} note={note} />
    </div>
  );
}

function RequiredMark() {
  return (
    <span aria-hidden="true" className="ps-1 text-destructive">
      *
    </span>
  );
}

interface FieldNotesProps {
  /** Id of the control; the notes are `id-error` and `id-hint`. */
  id: string;
  error: string | null | undefined;
  note: string | null | undefined;
}

/** Error and hint below a control. */
export function FieldNotes({ id, error, note }: FieldNotesProps) {
  return (
    <>
      {error ? (
        <p id={`${id}-error`} className="text-destructive text-xs">
          {error}
        </p>
      ) : null}
      {note ? (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {note}
        </p>
      ) : null}
    </>
  );
}
