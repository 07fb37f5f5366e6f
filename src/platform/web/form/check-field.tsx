import { useId } from 'react';
import { cn } from '#platform/web/cn.ts';
import { FieldNotes, type FieldProps } from './field-frame.tsx';

/** A checkbox. The whole line is the touch target. */
export function CheckField({ label, hint, error, lockedReason, className, ...field }: FieldProps<boolean>) {
  const id = useId();
  const note = lockedReason ?? hint;
  const describedBy = [error ? `${id}-error` : '', note ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col justify-center gap-1', className)}>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm touch:min-h-11">
        <input
          type="checkbox"
          id={id}
          name={field.name}
          className="size-4 shrink-0 accent-primary touch:size-5"
          checked={field.value}
          disabled={Boolean(lockedReason)}
          aria-describedby={describedBy || undefined}
          aria-invalid={Boolean(error)}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
        <span className="min-w-0 break-words">{label}</span>
      </label>
      <FieldNotes id={id} error={error} note={note} />
    </div>
  );
}
