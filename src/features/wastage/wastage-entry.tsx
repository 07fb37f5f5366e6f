import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { localDate } from '#domain/planning/cutoff.ts';
import { attachPhoto } from '#src/collections/documents/attachments.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { recordWastage } from '#src/collections/documents/wastage.ts';
import { RestoredNote } from '#src/components/form/restored-note.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { connectionStore } from '#src/lib/api/connection.ts';
import { formatMoney } from '#src/lib/format/money.ts';
import { baseCurrency } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { newLocalId } from '#src/lib/outbox/entry.ts';
import { enqueue } from '#src/lib/outbox/outbox.ts';
import { draftOf, useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { toast } from '#src/lib/toast.ts';
import { useNow } from '#src/lib/use-now.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { type EntryDraft, inputOf, missingIn } from './entry-draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { wasteMessages } from './messages.ts';
import { useEntryDraft } from './use-entry-draft.ts';
import { useWasteItems } from './use-waste-items.ts';

/** Photos come after the form stands. */
const EntryPhotos = lazyView(async () => (await import('./entry-photos.tsx')).EntryPhotos);

interface WastageEntryProps {
  /** Undefined while the places are on their way. */
  place: string | undefined;
  /** Records of before, to know what is usual. */
  past: readonly Wastage[];
}

/** Quick entry: item, how much, why. The cost stands there before it is saved; it goes through the queue. */
export function WastageEntry({ place, past }: WastageEntryProps) {
  const t = useMessages(wasteMessages).entry;
  const items = useWasteItems(place);
  const recording = useOutboxMutation(recordWastage);
  const itemBox = useRef<HTMLInputElement>(null);
  const { draft, leftAt, ...kept } = useEntryDraft(place, items);
  const [localId, setLocalId] = useState(() => newLocalId(newUuid()));
  const [showsMissing, setShowsMissing] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const missing = showsMissing ? missingIn(draft) : [];
  const { item } = draft;
  const now = useNow();
  const branches = useQuery(branchesQuery());
  const timezone = branches.data?.find(({ _id }) => _id === place)?.timezone;
  const today = timezone === undefined ? undefined : localDate(new Date(now), timezone);

  function change(changes: Partial<EntryDraft>): void {
    kept.change(changes);
    if (recording.error) recording.reset();
  }

  function startAnew(): void {
    kept.startAnew();
    setLocalId(newLocalId(newUuid()));
    setShowsMissing(false);
    setWaiting(false);
    itemBox.current?.focus();
  }

  /** They follow the record, which has no id of the server yet. */
  function sendPhotos(photos: readonly string[]): void {
    const of = { docType: 'wastage', docId: localId, lineId: null, number: item?.name ?? '' } as const;
    for (const photo of photos) void enqueue(draftOf(attachPhoto, { ...of, photo }));
  }

  function discard(): void {
    if (draft.photos.length > 0)
      void import('#src/lib/kept-photos.ts').then(({ dropPhotos }) => dropPhotos(draft.photos));
    startAnew();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = place === undefined ? null : inputOf(draft, place, new Date(), timezone);
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
      const made = await recording.send({ localId, itemName: item.name, input }, () => {
        // The outbox has it: who reloads now does not find it here to record it again.
        kept.forget();
        sendPhotos(draft.photos);
        letGo();
      });
      toast(t.saved(made.number, formatMoney(made.cost, baseCurrency())));
      if (!isKept) startAnew();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      // What was refused stays in the form; the next try is another record.
      if (isKept) return;
      setLocalId(newLocalId(newUuid()));
      kept.keepOn();
    } finally {
      stopListening();
      if (!isKept) setWaiting(false);
    }
  }

  return (
    <Card className="print:hidden">
      <CardTitle>{t.title}</CardTitle>
      {leftAt === null ? null : (
        <div className="pt-3">
          <RestoredNote at={leftAt} onDiscard={discard} />
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
          missing={missing}
          refused={recording.error?.fields ?? {}}
          past={past}
          itemBox={itemBox}
          {...(today === undefined ? {} : { today })}
          onChange={change}
        >
          <Suspense fallback={<span className="h-8 touch:h-11" />}>
            <EntryPhotos
              photos={draft.photos}
              disabled={isWaiting}
              onChange={(photos) => change({ photos })}
            />
          </Suspense>
          <Button type="submit" variant="primary" disabled={isWaiting || items === null}>
            {isWaiting ? t.saving : t.save}
          </Button>
        </EntryFields>
        {recording.error ? (
          <p role="alert" className="pill-status-red col-span-full rounded-md px-3 py-2 text-sm">
            {recording.error.message}
          </p>
        ) : null}
      </form>
    </Card>
  );
}
