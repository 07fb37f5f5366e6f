import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { readText } from '#platform/shapes/tolerant.ts';
import type { Wastage } from '../shapes.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { canWrite } from '#core/permissions.ts';
import { attachPhotoAction } from '#modules/attachments/web/queries.ts';
import { recordWastageAction, reverseWastageAction } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { RestoredNote } from '#platform/web/form/restored-note.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { sendEntry } from '#platform/documents/web/use-entry-send.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { formatMoney } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { getServerNow } from '#platform/web/device-clock.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import { buildEntryDraft, useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { useNow } from '#platform/web/use-now.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  emptyWastageDraft,
  type WastageDraft,
  buildWastageInput,
  findMissingFields,
  readStoredValues,
  toStoredValues,
} from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { wasteMessages } from './messages.ts';
import { useLocationItems, type LocationItem } from '#modules/items/web/location-items.ts';

/** Photos are loaded after the form. */
const EntryPhotos = lazyView(
  async () => (await import('#modules/attachments/web/entry-photos.tsx')).EntryPhotos,
);

interface WastageEntryProps {
  /** Undefined while the locations are loading. */
  place: string | undefined;
  /** Earlier records, to detect unusual quantities. */
  earlierRecords: readonly Wastage[];
}

/**
 * Quick entry: item, quantity and reason. The cost is shown before saving; the record is sent through the
 * outbox.
 */
export function WastageEntry({ place, earlierRecords }: WastageEntryProps) {
  const { label, entry: t } = useMessages(wasteMessages);
  const items = useLocationItems(place);
  const user = useUser();
  const recording = useOutboxMutation(recordWastageAction);
  const reversing = useOutboxMutation(reverseWastageAction);
  const itemInput = useRef<HTMLInputElement>(null);
  const { draft, restoredFrom, ...storage } = useEntryDraft(place, items);
  const [localId, setLocalId] = useState(() => newLocalId(newUuid()));
  const [showsMissing, setShowsMissing] = useState(false);
  /** The local id of the record being sent; null once the form can be used for the next one. */
  const [sentId, setSentId] = useState<string | null>(null);
  const isWaiting = sentId !== null;
  const missing = showsMissing ? findMissingFields(draft) : [];
  const { item } = draft;
  const now = useNow();
  const branches = useQuery(branchesQuery());
  const location = branches.data?.find(({ _id }) => _id === place);
  const today = location && getBusinessDay(now, location);

  function change(changes: Partial<WastageDraft>): void {
    storage.change(changes);
    if (recording.error) recording.reset();
  }

  function reset(): void {
    storage.reset();
    setLocalId(newLocalId(newUuid()));
    setShowsMissing(false);
    setSentId(null);
    itemInput.current?.focus();
  }

  /** Queues photos after the record, which has no server id yet. */
  function sendPhotos(photos: readonly string[]): void {
    const document = { docType: 'wastage', docId: localId, lineId: null, number: item?.name ?? '' } as const;
    for (const photo of photos) enqueueOrToast(buildEntryDraft(attachPhotoAction, { ...document, photo }));
  }

  function discard(): void {
    if (draft.photos.length > 0)
      void import('#platform/web/stored-photos.ts').then(({ deleteStoredPhotos }) =>
        deleteStoredPhotos(draft.photos),
      );
    reset();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input =
      place === undefined ? null : buildWastageInput(draft, place, new Date(getServerNow()), location);
    if (!input || !item) return setShowsMissing(true);
    setSentId(localId);
    const sending = sendEntry({
      send: (onQueued) => recording.send({ localId, itemName: item.name, input }, onQueued),
      onStored() {
        storage.discard();
        sendPhotos(draft.photos);
      },
      // The form is cleared for the next record while this one is still queued.
      onDetached: reset,
      onDone(created, isDetached) {
        const amount = formatAmount(created.qty, created.unitSymbol);
        const cost = formatMoney(created.cost, getBaseCurrency());
        toast(t.saved(created.itemName, amount, created.number, cost), {
          ...(created.status === 'Posted' &&
            canWrite(user, 'wastage', 'canDelete') && {
              undo: { label: t.undo, run: () => void reversing.send({ record: created }) },
            }),
        });
        if (!isDetached) reset();
      },
      onRefused(_, isDetached) {
        if (isDetached) return;
        // A rejected record stays in the form, and the next attempt needs a new id.
        setLocalId(newLocalId(newUuid()));
        storage.restore();
      },
    });
    await sending.finally(() => setSentId((sent) => (sent === localId ? null : sent)));
  }

  return (
    <Card className="print:hidden">
      <CardTitle>{t.title}</CardTitle>
      {restoredFrom === null ? null : (
        <div className="pt-3">
          <RestoredNote at={restoredFrom} onDiscard={discard} />
        </div>
      )}
      <form
        aria-label={t.title}
        onSubmit={(event) => void save(event)}
        className="grid grid-cols-2 items-start gap-3 pt-3 lg:grid-cols-[minmax(0,2fr)_6rem_6rem_minmax(8rem,1fr)_minmax(0,1.2fr)_9.5rem]"
      >
        <EntryFields
          items={items ?? []}
          draft={draft}
          place={place}
          missing={missing}
          errors={recording.error?.fields ?? {}}
          earlierRecords={earlierRecords}
          itemInput={itemInput}
          {...(today === undefined ? {} : { today })}
          onChange={change}
        >
          <Suspense fallback={<span className="h-8 touch:h-11" />}>
            <EntryPhotos
              subject={label}
              photos={draft.photos}
              disabled={isWaiting}
              onChange={(photos) => change({ photos })}
            />
          </Suspense>
          <Button
            type="submit"
            variant="primary"
            className="max-sm:w-full"
            disabled={isWaiting || items === null}
          >
            {isWaiting ? t.saving : t.save}
          </Button>
        </EntryFields>
        {recording.error ? (
          <p role="alert" className="pill-status-red col-span-full rounded-md px-3 py-2 text-sm">
            {getErrorMessage(recording.error)}
          </p>
        ) : null}
      </form>
    </Card>
  );
}

/**
 * Draft of the quick entry, stored on the device for its user across reloads, navigation and sessions until
 * it is queued in the outbox or discarded.
 *
 * @param place undefined while the locations are loading; nothing is stored then
 * @param items null while loading; a stored draft refers to its item by id
 */
function useEntryDraft(place: string | undefined, items: readonly LocationItem[] | null) {
  const store = formDrafts.open(useUser()._id, `wastage.${place ?? ''}`);
  const [storedDraft, setStoredDraft] = useState(() => (place === undefined ? null : store.get()));
  const [values, setValues] = useState(() => readStoredValues(storedDraft?.values));
  const [itemId, setItemId] = useState(() => readText(storedDraft?.values['item']));
  const draft: WastageDraft = {
    ...values,
    item: values.item ?? items?.find(({ _id }) => _id === itemId) ?? null,
  };

  function write(next: WastageDraft, nextItem: string | null): void {
    const isEmpty =
      nextItem === null &&
      next.photos.length === 0 &&
      [next.qty, next.reason, next.note].every((value) => value === '');
    if (place !== undefined)
      store.set(isEmpty ? null : newFormDraft({ ...toStoredValues(next), item: nextItem }));
  }

  return {
    draft,
    /** When a restored draft was last saved (epoch ms); null for a new one. */
    restoredFrom: storedDraft?.savedAt ?? null,
    change(changes: Partial<WastageDraft>): void {
      const next = { ...draft, ...changes };
      const nextItem = 'item' in changes ? (changes.item?._id ?? null) : itemId;
      setValues(next);
      setItemId(nextItem);
      write(next, nextItem);
    },
    /** Deletes the stored draft, because it is in the outbox or was discarded. */
    discard: () => store.discard(),
    /** Stores the draft again after a rejection. */
    restore: () => write(draft, itemId),
    reset(): void {
      setValues(emptyWastageDraft);
      setItemId(null);
      setStoredDraft(null);
      store.discard();
    },
  };
}
