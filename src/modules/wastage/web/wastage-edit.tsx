import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Wastage } from '../shapes.ts';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { changeWastageAction, getCurrentWastage } from './queries.ts';
import { focusFirstInput } from '#platform/web/form/focus-later.ts';
import { RestoredNote } from '#platform/web/form/restored-note.tsx';
import { SaveBar } from '#platform/web/form/save-bar.tsx';
import { useLeaveGuard } from '#platform/web/form/use-leave-guard.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { sendEntry } from '#platform/documents/web/use-entry-send.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { formatMoney } from '#platform/web/format/money.ts';
import { getBaseCurrency } from '#platform/web/session/use-money.ts';
import { isSame, mergeEdits } from '#platform/web/drafts/edits.ts';
import { type FormDraft, formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { conflictMessages } from '#platform/web/form/conflict-messages.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import {
  buildWastageChange,
  buildDraftFromRecord,
  type WastageDraft,
  withCurrentStock,
  isUnchanged,
  getRecordLots,
  findMissingFields,
  readStoredValues,
  toStoredValues,
} from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { wasteMessages } from './messages.ts';
import { useLocationItems, type LocationItem } from '#modules/items/web/location-items.ts';
import { useWasteReason } from './waste-reasons.ts';

interface WastageEditProps {
  record: Wastage;
  onDone(): void;
}

/** Form that changes a record in its panel; sent through the outbox like a new record. */
export function WastageEdit({ record, onDone }: WastageEditProps) {
  const items = useLocationItems(record.branch);
  return items === null ? null : <EditForm record={record} items={items} onDone={onDone} />;
}

function EditForm({ record, items, onDone }: WastageEditProps & { items: readonly LocationItem[] }) {
  const t = useMessages(wasteMessages);
  const getReasonName = useWasteReason();
  const conflictTexts = useMessages(conflictMessages);
  const changing = useOutboxMutation(changeWastageAction);
  /** Unsaved edits stored on this device. */
  const store = formDrafts.open(useUser()._id, getWastageEditSlot(record._id));
  const [resumedDraft] = useState(() => resumeDraft(record, items, store.get()));
  const [base, setBase] = useState(resumedDraft.base);
  const [stale, setStale] = useState(resumedDraft.stale);
  const [edited, setEdited] = useState(resumedDraft.draft);
  const [restoredFrom, setRestoredFrom] = useState(resumedDraft.restoredFrom);
  // Stock and cost may load after the form.
  const draft = { ...edited, item: edited.item && withCurrentStock(edited.item, base, items) };
  const [showsMissing, setShowsMissing] = useState(false);
  const isDirty = !isUnchanged(draft, base);
  const guard = useLeaveGuard(isDirty, () => store.discard());

  function setDraft(next: WastageDraft, basis = base): void {
    setEdited(next);
    store.set(isUnchanged(next, basis) ? null : buildStoredDraft(basis, next, items));
  }

  function startOver(): void {
    setBase(record);
    setStale(null);
    setDraft(buildDraftFromRecord(record, items), record);
    setRestoredFrom(null);
  }

  /** Merges edits based on `from` with another user's version. */
  function mergeWith(
    from: Wastage,
    theirs: Wastage,
  ): { mine: Partial<WastageDraft>; conflictingFields: string[] } {
    const baseDraft = buildDraftFromRecord(from, items);
    const currentDraft = buildDraftFromRecord(theirs, items);
    const values = Object.fromEntries(
      Object.entries(draft).filter(
        ([field, value]) => !isSameEntryValue(value, baseDraft[field as keyof WastageDraft]),
      ),
    );
    return mergeEdits({ values, base: { ...baseDraft } }, { ...currentDraft }, isSameEntryValue);
  }

  function continueOn(theirs: Wastage, side: 'theirs' | 'mine'): WastageDraft {
    const { mine, conflictingFields } = mergeWith(base, theirs);
    const keptFields = Object.entries(mine).filter(
      ([field]) => side === 'mine' || !conflictingFields.includes(field),
    );
    const next = { ...buildDraftFromRecord(theirs, items), ...Object.fromEntries(keptFields) };
    setBase(theirs);
    setDraft(next, theirs);
    setStale(null);
    return next;
  }

  async function send(from: Wastage, values = draft): Promise<void> {
    const input = buildWastageChange(values, from);
    if (input === null) return setShowsMissing(true);
    if (changing.isPending) return;
    await sendEntry({
      send: (onQueued) => changing.send({ record: from, input }, onQueued),
      onDetached: close,
      onDone(changed, isDetached) {
        toast(t.panel.updatedWithCost(changed.number, formatMoney(changed.cost, getBaseCurrency())));
        if (!isDetached) close();
      },
      onRefused(refusal) {
        const current = getCurrentWastage(refusal);
        if (current === null) return;
        const { mine, conflictingFields } = mergeWith(from, current);
        const merged = { ...buildDraftFromRecord(current, items), ...mine };
        if (conflictingFields.length > 0 || current.version === from.version) return setStale(current);
        toast(conflictTexts.merged);
        setBase(current);
        setDraft(merged, current);
        void send(current, merged);
      },
    });
  }

  function close(): void {
    store.discard();
    guard.detach();
    onDone();
  }

  function save(event?: FormEvent): void {
    event?.preventDefault();
    if (isDirty && !stale) void send(base);
  }

  useSaveKey(save);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstInput(() => element.current), []);

  return (
    <form
      ref={element}
      aria-label={t.panel.editing(record.number)}
      noValidate
      onSubmit={save}
      className="flex min-h-full flex-col gap-4"
    >
      <p className="text-muted-foreground text-sm">{t.panel.editingText}</p>
      {restoredFrom === null ? null : <RestoredNote at={restoredFrom} onDiscard={startOver} />}
      {stale ? (
        <ConflictTable
          name={record.number}
          changedBy={null}
          rows={listDifferences(t.fields, getReasonName, stale, draft).filter(({ key }) =>
            mergeWith(base, stale).conflictingFields.some(
              (field) => field === key || (key === 'qty' && field === 'unit'),
            ),
          )}
          onTakeTheirs={() => void continueOn(stale, 'theirs')}
          onKeepMine={() => void send(stale, continueOn(stale, 'mine'))}
        />
      ) : changing.error ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {getErrorMessage(changing.error)}
        </p>
      ) : null}
      <div className="grid grid-cols-2 items-start gap-3">
        <EntryFields
          items={items}
          draft={draft}
          place={base.branch}
          missing={showsMissing ? findMissingFields(draft) : []}
          errors={changing.error?.fields ?? {}}
          earlierRecords={[]}
          onChange={(changes) => {
            setDraft({ ...draft, ...changes });
            if (changing.error && !stale) changing.reset();
          }}
        />
      </div>
      <SaveBar
        placement="panel"
        isSaving={changing.isPending}
        isDirty={isDirty}
        disabledReason={isDirty ? null : t.panel.unchanged}
        onCancel={() => {
          store.discard();
          onDone();
        }}
      />
      {guard.confirmation}
    </form>
  );
}

/** Returns the storage slot for the user's edits of a record on this device. */
export function getWastageEditSlot(id: string): string {
  return `wastage-edit.${id}`;
}

/** Returns the form's values as the device stores them, the item by id. */
const toStoredFields = (draft: WastageDraft) => ({ ...toStoredValues(draft), item: draft.item?._id ?? null });

/** Returns the edits to store on this device. */
function buildStoredDraft(record: Wastage, next: WastageDraft, items: readonly LocationItem[]): FormDraft {
  const base = { ...toStoredFields(buildDraftFromRecord(record, items)), version: record.version };
  return newFormDraft(toStoredFields(next), base);
}

/** Returns the form's initial values: the record with edits stored on this device. */
function resumeDraft(record: Wastage, items: readonly LocationItem[], stored: FormDraft | null) {
  const current = buildDraftFromRecord(record, items);
  const initial = {
    base: record,
    stale: null as Wastage | null,
    draft: current,
    restoredFrom: null as number | null,
  };
  const base = stored?.base ? readStoredBase(record, stored.base) : null;
  if (!stored || base === null) return initial;
  const { mine, conflictingFields } = mergeEdits(stored, toStoredFields(current));
  if (Object.keys(mine).length === 0) return initial;
  const basis = conflictingFields.length > 0 ? { base, stale: record } : { base: record, stale: null };
  const values = conflictingFields.length > 0 ? stored.values : { ...toStoredFields(current), ...mine };
  const draft: WastageDraft = {
    ...readStoredValues(values),
    item: items.find(({ _id }) => _id === values['item']) ?? current.item,
  };
  return { ...basis, draft, restoredFrom: stored.savedAt };
}

/** Returns the version of the record on which the stored edits are based; null if it can't be read. */
function readStoredBase(record: Wastage, stored: FormDraft['values']): Wastage | null {
  const { qty, unit, reason, note, lots, pieces } = readStoredValues(stored);
  const baseQty = parseQuantity(qty);
  const basePieces = parseQuantity(pieces ?? '');
  if (baseQty.kind !== 'quantity') return null;
  const { lots: _lots, pieces: _pieces, ...others } = record;
  return {
    ...others,
    version: readNumberValue(stored['version']) ?? record.version,
    item: readText(stored['item']) ?? record.item,
    qty: baseQty.value,
    unit: unit ?? record.unit,
    reason,
    note: note === '' ? null : note,
    lot: null,
    ...(lots === null ? {} : { lots }),
    ...(basePieces.kind === 'quantity' ? { pieces: basePieces.value } : {}),
  };
}

/** Compares two values of a form field; items are compared by id, ignoring their stock. */
function isSameEntryValue(a: unknown, b: unknown): boolean {
  const toComparable = (value: unknown) => readRecord(value)['_id'] ?? value ?? null;
  return isSame(toComparable(a), toComparable(b));
}

const formatLotAmounts = (lots: WastageDraft['lots'], unit: string): string =>
  (lots ?? []).map(({ lot, qty }) => `${lot} ${formatAmount(qty, unit)}`).join(', ');

/** Lists the fields that differ between record and form, with both values. */
function listDifferences(
  labels: Translation<(typeof wasteMessages)['en']>['fields'],
  getReasonName: (reason: string) => string,
  theirs: Wastage,
  mine: WastageDraft,
) {
  const unit = mine.item?.units.find(({ id }) => id === mine.unit)?.symbol ?? '';
  const rows = [
    { key: 'item', label: labels.itemName, theirs: theirs.itemName, mine: mine.item?.name ?? '' },
    {
      key: 'qty',
      label: labels.qty,
      theirs: formatAmount(theirs.qty, theirs.unitSymbol),
      mine: `${mine.qty} ${unit}`,
    },
    {
      key: 'reason',
      label: labels.reason,
      theirs: getReasonName(theirs.reason),
      mine: getReasonName(mine.reason),
    },
    {
      key: 'lots',
      label: labels.lots,
      theirs: formatLotAmounts(getRecordLots(theirs), theirs.unitSymbol),
      mine: formatLotAmounts(mine.lots, unit),
    },
    { key: 'note', label: labels.note, theirs: theirs.note ?? '', mine: mine.note },
  ];
  return rows.filter((row) => row.theirs !== row.mine);
}
