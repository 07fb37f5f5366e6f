import { useState } from 'react';
import { readTexts } from '#platform/shapes/tolerant.ts';
import { FieldFrame } from '#platform/web/form/field-frame.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { recipesMessages } from './messages.ts';

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Editor of the method, one step per line. */
export function StepsEditor({ value, onChange, errors, ...field }: FieldEditorProps) {
  const t = useMessages(recipesMessages);
  const [text, setText] = useState(() => readTexts(value).join('\n'));
  const displayedText =
    splitLines(text).join('\n') === readTexts(value).join('\n') ? text : readTexts(value).join('\n');
  const [firstError] = Object.values(errors);
  return (
    <FieldFrame
      label={field.label}
      name={field.name}
      hint={field.hint ?? t.stepsHint}
      error={field.error ?? firstError}
      lockedReason={field.lockedReason}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={6}
          value={displayedText}
          readOnly={Boolean(field.lockedReason)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onChange(splitLines(event.currentTarget.value));
          }}
        />
      )}
    </FieldFrame>
  );
}
