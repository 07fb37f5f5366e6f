import { readTexts } from '#contract/tolerant.ts';
import { TextsField } from '#src/components/form/texts-field.tsx';
import type { FieldEditorProps } from '../../form/collection-form.ts';

/** Words to find something by; kept in lower case, so that one is not entered twice. */
export function TagsEditor({ value, onChange, errors, error, ...field }: FieldEditorProps) {
  return (
    <TextsField
      {...field}
      value={readTexts(value)}
      error={error ?? Object.values(errors)[0]}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => tag.trim().toLowerCase()))])}
    />
  );
}
