import { useId } from 'react';
import { negativeStockRules } from '../../collection.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { branchFormMessages } from './form-messages.ts';

/** Select for the negative stock rule; each option states its consequence. */
export function NegativeStock({
  label,
  hint,
  error,
  lockedReason,
  value,
  onChange,
  onBlur,
  name,
}: FieldEditorProps) {
  const t = useMessages(branchFormMessages).negativeStock;
  const names = useMessages(resourceMessages).branch.choices.negativeStock;
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      {negativeStockRules.map((rule) => (
        <label
          key={rule}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border p-3 text-sm has-checked:border-primary has-checked:bg-selected"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-primary touch:size-5"
            checked={value === rule}
            disabled={Boolean(lockedReason)}
            onBlur={onBlur}
            onChange={() => onChange(rule)}
          />
          <span>
            <span className="font-medium">{names[rule]}</span>
            <span className="block text-muted-foreground">{t[rule]}</span>
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </fieldset>
  );
}
