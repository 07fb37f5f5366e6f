import { unitFor } from '#src/lib/format/unit.ts';
import type { ReactNode, Ref } from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { Field } from '#src/components/ui/field.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type EntryDraft, type EntryField, quantityIn, unitOf } from './entry-draft.ts';
import { EntryNote } from './entry-note.tsx';
import { ItemPicker } from './item-picker.tsx';
import { wasteMessages } from './messages.ts';
import type { WasteItem } from './use-waste-items.ts';

interface EntryFieldsProps {
  items: readonly WasteItem[];
  draft: EntryDraft;
  /** What is still to be said. */
  missing: readonly EntryField[];
  /** What the server says against a field. */
  refused: Readonly<Record<string, string>>;
  /** Records of before, to know what is usual. */
  past: readonly Wastage[];
  itemBox?: Ref<HTMLInputElement>;
  /** The last day that can be chosen, the place's own today; left out, the day stays as it is. */
  today?: string;
  onChange(changes: Partial<EntryDraft>): void;
  /** Buttons, beside the cost. */
  children?: ReactNode;
}

/** Item, how much, why, and what it will cost. Stands inside a form's grid. */
export function EntryFields(props: EntryFieldsProps) {
  const { items, draft, missing, refused, past, itemBox = null, onChange, children } = props;
  const messages = useMessages(wasteMessages);
  const t = messages.entry;
  const { item } = draft;
  const unit = unitOf(draft);
  const fault = (field: EntryField, text: string) =>
    (missing.includes(field) ? text : null) ?? refused[field] ?? null;
  return (
    <>
      <Field label={t.item} error={fault('item', t.itemMissing)} className="col-span-2 lg:col-span-1">
        {(control) => (
          <ItemPicker
            items={items}
            chosen={item}
            onChoose={(chosen) => onChange({ item: chosen, unit: undefined })}
            control={control}
            input={itemBox}
          />
        )}
      </Field>
      <Field
        label={t.qty}
        error={
          missing.includes('whole')
            ? t.wholeOnly(unitFor(null, unit?.symbol ?? ''))
            : fault('qty', t.qtyMissing)
        }
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="text-end tabular-nums"
            value={draft.qty}
            onChange={(event) => onChange({ qty: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t.unit}>
        {(control) => (
          <Select
            {...control}
            disabled={(item?.units.length ?? 0) < 2}
            value={unit?.id ?? ''}
            onChange={(event) => onChange({ unit: event.currentTarget.value })}
          >
            {(item?.units ?? []).map(({ id, symbol }) => (
              <option key={id} value={id}>
                {unitFor(null, symbol)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.reason} error={fault('reason', t.reasonMissing)} className="max-lg:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={draft.reason}
            onChange={(event) => onChange({ reason: event.currentTarget.value })}
          >
            <option value="">{t.choose}</option>
            {Object.entries(messages.reasons).map(([reason, name]) => (
              <option key={reason} value={reason}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.note} error={fault('note', t.noteMissing)} className="col-span-2 lg:col-span-1">
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={draft.note}
            onChange={(event) => onChange({ note: event.currentTarget.value })}
          />
        )}
      </Field>
      {props.today === undefined ? null : (
        <Field label={t.day} error={refused['dateTime'] ?? null} className="col-span-2 lg:col-span-1">
          {(control) => (
            <DateInput
              {...control}
              max={props.today}
              value={draft.day || (props.today ?? '')}
              onChange={(event) => onChange({ day: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3">
        <EntryNote item={item} unit={unit} qty={quantityIn(draft)} past={past} />
        {children}
      </div>
    </>
  );
}
