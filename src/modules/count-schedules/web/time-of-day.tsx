import { FieldFrame } from '#platform/web/form/field-frame.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Input for a time of day with the browser's native control. */
export function TimeOfDay({ value, onChange, onBlur, errors: _, ...field }: FieldEditorProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Input
          {...control}
          type="time"
          className="w-32"
          value={String(value ?? '')}
          readOnly={Boolean(field.lockedReason)}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  );
}
