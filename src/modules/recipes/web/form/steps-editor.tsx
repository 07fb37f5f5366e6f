import { useState } from 'react';
import { readTexts } from '#platform/shapes/tolerant.ts';
import { FieldFrame } from '#platform/web/form/field-frame.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { recipesMessages } from './messages.ts';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Editor of the method, one step per line. */
export function StepsEditor({ value, onChange, errors, ...field }: FieldEditorProps) {
  const t = useMessages(recipesMessages);
  const [typed, setTyped] = useState(() => readTexts(value).join('\n'));
  const shown =
    linesOf(typed).join('\n') === readTexts(value).join('\n') ? typed : readTexts(value).join('\n');
  const [wrong] = Object.values(errors);
  return (
    <FieldFrame
      label={field.label}
      name={field.name}
      hint={field.hint ?? t.stepsHint}
      error={field.error ?? wrong}
      locked={field.locked}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={6}
          value={shown}
          readOnly={Boolean(field.locked)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange(linesOf(event.currentTarget.value));
          }}
        />
      )}
    </FieldFrame>
  );
}
