import { type FormEvent, useRef, useState } from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { recordWastage } from '#src/collections/wastage.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { connectionStore } from '#src/lib/api/connection.ts';
import { formatMoney } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { newLocalId } from '#src/lib/outbox/entry.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import {
  type EntryDraft,
  type EntryField,
  emptyEntry,
  inputOf,
  missingIn,
  quantityIn,
} from './entry-draft.ts';
import { EntryNote } from './entry-note.tsx';
import { ItemPicker } from './item-picker.tsx';
import { wasteMessages } from './messages.ts';
import { useWasteItems } from './use-waste-items.ts';

interface WastageEntryProps {
  /** Undefined while the places are on their way. */
  place: string | undefined;
  /** Records of before, to know what is usual. */
  past: readonly Wastage[];
}

/** Quick entry: item, how much, why. The cost stands there before it is saved; it goes through the queue. */
export function WastageEntry({ place, past }: WastageEntryProps) {
  const messages = useMessages(wasteMessages);
  const t = messages.entry;
  const items = useWasteItems(place);
  const recording = useOutboxMutation(recordWastage);
  const itemBox = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<EntryDraft>(emptyEntry);
  const [localId, setLocalId] = useState(() => newLocalId(newUuid()));
  const [showsMissing, setShowsMissing] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const missing = showsMissing ? missingIn(draft) : [];
  const { item } = draft;
  const unit = item?.units.find(({ id }) => id === draft.unit) ?? item?.units[0] ?? null;
  const fault = (field: EntryField, text: string) =>
    (missing.includes(field) ? text : null) ?? fieldError(recording.error, field);

  function change(changes: Partial<EntryDraft>): void {
    setDraft((before) => ({ ...before, ...changes }));
    if (recording.error) recording.reset();
  }

  function startAnew(): void {
    setDraft(emptyEntry);
    setLocalId(newLocalId(newUuid()));
    setShowsMissing(false);
    setWaiting(false);
    itemBox.current?.focus();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = place === undefined ? null : inputOf(draft, place, new Date());
    if (!input || !item) return setShowsMissing(true);
    let isKept = false;
    // Without a connection nobody waits for the answer: the queue has it, and the form is free for the next.
    const letGo = () => {
      if (isKept || connectionStore.get().isAlive) return;
      isKept = true;
      toast(t.kept);
      startAnew();
    };
    setWaiting(true);
    const stopListening = connectionStore.subscribe(letGo);
    try {
      const made = await recording.send({ localId, itemName: item.name, input }, letGo);
      toast(t.saved(made.number, formatMoney(made.cost)));
      if (!isKept) startAnew();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      // What was refused stays in the form; the next try is another record.
      if (!isKept) setLocalId(newLocalId(newUuid()));
    } finally {
      stopListening();
      if (!isKept) setWaiting(false);
    }
  }

  return (
    <Card className="print:hidden">
      <CardTitle>{t.title}</CardTitle>
      <form
        aria-label={t.title}
        onSubmit={(event) => void save(event)}
        className="grid grid-cols-2 items-start gap-3 pt-3 lg:grid-cols-[minmax(0,2fr)_8rem_7rem_minmax(0,1fr)_minmax(0,1.5fr)]"
      >
        <Field label={t.item} error={fault('item', t.itemMissing)} className="col-span-2 lg:col-span-1">
          {(control) => (
            <ItemPicker
              items={items ?? []}
              chosen={item}
              onChoose={(chosen) => change({ item: chosen, unit: undefined })}
              control={control}
              input={itemBox}
            />
          )}
        </Field>
        <Field label={t.qty} error={fault('qty', t.qtyMissing)}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="text-end tabular-nums"
              value={draft.qty}
              onChange={(event) => change({ qty: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t.unit}>
          {(control) => (
            <Select
              {...control}
              disabled={(item?.units.length ?? 0) < 2}
              value={unit?.id ?? ''}
              onChange={(event) => change({ unit: event.currentTarget.value })}
            >
              {(item?.units ?? []).map(({ id, symbol }) => (
                <option key={id} value={id}>
                  {symbol}
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
              onChange={(event) => change({ reason: event.currentTarget.value })}
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
              onChange={(event) => change({ note: event.currentTarget.value })}
            />
          )}
        </Field>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-3">
          <EntryNote item={item} unit={unit} qty={quantityIn(draft)} past={past} />
          <Button type="submit" variant="primary" disabled={isWaiting || items === null}>
            {isWaiting ? t.saving : t.save}
          </Button>
        </div>
        {recording.error ? (
          <p role="alert" className="pill-status-red col-span-full rounded-md px-3 py-2 text-sm">
            {recording.error.message}
          </p>
        ) : null}
      </form>
    </Card>
  );
}

function fieldError(error: ApiError | null, field: EntryField): string | null {
  return error?.fields[field] ?? null;
}
