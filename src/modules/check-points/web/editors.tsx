import { useState } from 'react';
import { readTexts } from '#platform/shapes/tolerant.ts';
import { FieldFrame } from '#platform/web/form/field-frame.tsx';
import { TextsField } from '#platform/web/form/texts-field.tsx';
import { parseDegrees } from '#platform/web/format/degrees.ts';
import { formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { Input } from '#platform/web/ui/input.tsx';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Input for degrees Celsius. Unlike quantity inputs, it accepts values below zero. */
export function DegreesEditor({ value, onChange, onBlur, errors: _, ...field }: FieldEditorProps) {
  const [unsavedText, setUnsavedText] = useState<string | null>(null);
  const text = typeof value === 'number' ? formatQuantityInput(value) : String(value ?? '');
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Input
          {...control}
          dir="ltr"
          className="w-32 text-end tabular-nums"
          autoComplete="off"
          value={unsavedText ?? text}
          readOnly={Boolean(field.lockedReason)}
          onChange={({ currentTarget }) => {
            setUnsavedText(currentTarget.value);
            // Text that isn't a temperature is kept: the schema rejects it, and the user's input isn't lost.
            onChange(
              currentTarget.value.trim() === ''
                ? null
                : (parseDegrees(currentTarget.value) ?? currentTarget.value),
            );
          }}
          onBlur={() => {
            setUnsavedText(null);
            onBlur?.();
          }}
        />
      )}
    </FieldFrame>
  );
}

/** Editor of times of day; `8:00` becomes `08:00`. */
export function TimesEditor({ value, onChange, errors, ...field }: FieldEditorProps) {
  return (
    <TextsField
      {...field}
      value={readTexts(value)}
      onChange={(times) =>
        onChange([...new Set(times.map((time) => time.replace(/^\d:/, '0$&')))].toSorted())
      }
      error={Object.values(errors)[0] ?? field.error}
    />
  );
}
