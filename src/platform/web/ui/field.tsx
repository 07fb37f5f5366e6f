import { type ReactNode, useId } from 'react';
import { cn } from '#platform/web/cn.ts';
import { Label } from './label.tsx';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  className?: string;
  /** Receives the attributes that connect the control to label, hint and error. */
  children(control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }): ReactNode;
}

/** A labelled control with hint and error, associated for screen readers. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': Boolean(error) })}
      {note ? (
        <p id={noteId} className={cn('text-xs', error ? 'text-destructive' : 'text-muted-foreground')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
