import { readTexts } from '#platform/shapes/tolerant.ts';
import { TextsField } from '#platform/web/form/texts-field.tsx';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Editor of search tags; lower case avoids duplicates. */
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
