import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import { canActAtLocation } from '#core/permissions.ts';
import { chargeSpreads } from '../landed-cost.ts';
import { attachPhotoAction } from '#modules/attachments/web/queries.ts';
import { createReceiptAction } from './queries.ts';
import { purchaseQuery } from '#modules/purchase-orders/web/queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import {
  CellLabel,
  EntryChoice,
  EntryErrorMessage,
  useNoLocationsHint,
} from '#platform/documents/web/entry-parts.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import { buildEntryDraft, useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { useToday } from '#platform/web/use-today.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  hasArrived,
  buildReceiptInput,
  findMissingFields,
  type ReceiptEntryDraft,
  receiptEntryDrafts,
  computeRowValue,
} from './entry-draft.ts';
import { ReceiptEntryLines } from './entry-lines.tsx';
import { receiptMessages } from './messages.ts';
import { useReceiptEntryRows } from './use-entry-rows.ts';

/** Photos are loaded after the form is shown. */
const EntryPhotos = lazyView(
  async () => (await import('#modules/attachments/web/entry-photos.tsx')).EntryPhotos,
);

interface ReceiptEntryFormProps {
  /** Purchase order ID; null for a receipt without one. */
  order: string | null;
  /** `createdId` is the ID of the created receipt, which is opened next. */
  onClose(createdId?: string): void;
}

/**
 * Form for a goods receipt, for a whole purchase order or without one. The draft is stored on the device
 * until it is sent.
 */
export function ReceiptEntryForm({ order, onClose }: ReceiptEntryFormProps) {
  const t = useMessages(receiptMessages).entry;
  const query = useQuery({ ...purchaseQuery(order ?? ''), enabled: order !== null });
  if (order === null) return <Entry order={null} onClose={onClose} />;
  if (query.data?.status === 'Sent') return <Entry order={query.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent className="max-w-[920px]" title={t.title(query.data?.number ?? '')}>
        {query.data ? (
          <p className="text-sm">{t.notSent}</p>
        ) : query.error ? (
          <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

function Entry({ order, onClose }: { order: PurchaseOrder | null; onClose(createdId?: string): void }) {
  const messages = useMessages(receiptMessages);
  const t = messages.entry;
  const user = useUser();
  const base = useBaseCurrency();
  const names = useNames(['suppliers', 'currencies']);
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).filter(({ _id, isActive }) => isActive && canActAtLocation(user, _id));
  const noPlaces = useNoLocationsHint(places, branches.isSuccess);
  const store = receiptEntryDrafts.open(user._id, order?._id ?? 'none');
  const stored = useStore(store);
  const onlyPlace = places.length === 1 ? (places[0]?._id ?? '') : '';
  const draft: ReceiptEntryDraft = {
    ...stored,
    place: order?.place ?? (stored.place || onlyPlace),
    supplier: order?.supplier ?? stored.supplier,
    // Proposes the agreed freight for the first receipt of an order.
    freight:
      stored.freight ??
      (order !== null && order.receivedStatus === 'Not Received' && order.freight > 0 ? order.freight : null),
  };
  const entry = useReceiptEntryRows(order, draft);
  const currency = order?.currency ?? entry.currency;
  const formatCurrency = (id: string | null) => getCurrencyCode(names, id, base);
  const money = getMoneyFormat(formatCurrency(currency));
  const today = useToday();
  const [hasSubmitted, setSubmitted] = useState(false);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const creating = useOutboxMutation(createReceiptAction);
  const arrivedRows = entry.rows.filter(hasArrived);
  const supplierName = order?.supplierName ?? names.getName('suppliers', draft.supplier);

  function change(changes: Partial<ReceiptEntryDraft>): void {
    store.set({ ...draft, ...changes });
    if (creating.error) creating.reset();
  }

  const validationErrors = [
    ...(draft.place === '' ? [t.noPlace] : []),
    ...(draft.supplier === '' ? [t.noSupplier] : []),
    ...(arrivedRows.length === 0 ? [t.noLines] : []),
    ...arrivedRows.flatMap((row) =>
      findMissingFields(row, entry.requirements.get(row.itemId), today).map((missing) =>
        t.missing[missing](row.itemName),
      ),
    ),
  ];

  async function save(): Promise<void> {
    setSubmitted(true);
    if (validationErrors.length > 0) return;
    const localId = newLocalId(newUuid());
    const input = buildReceiptInput(entry.rows, draft, order, entry.requirements, today);
    await send(draft, {
      send: (onQueued) => creating.send({ localId, from: supplierName, input }, onQueued),
      onStored() {
        const subject = {
          docType: 'goods-receipts',
          docId: localId,
          lineId: null,
          number: supplierName,
        } as const;
        for (const photo of draft.photos)
          enqueueOrToast(buildEntryDraft(attachPhotoAction, { ...subject, photo }));
      },
      onDone(created) {
        toast(t.saved(created.number));
        onClose(created._id);
      },
    });
  }

  const total = arrivedRows.reduce((sum, row) => sum + (computeRowValue(row) ?? 0), 0);
  return (
    <CellGrid name={`goods-receipt.${order?._id ?? 'none'}`}>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <SheetContent
          className="max-w-[920px]"
          title={order === null ? messages.receiveGoods : t.title(order.number)}
          footer={
            <>
              <p role="status" className="me-auto text-sm tabular-nums">
                <bdi>{t.sum(arrivedRows.length, money(Math.round(total * 1e4) / 1e4))}</bdi>
              </p>
              <Button variant="primary" disabled={isWaiting} onClick={() => void save()}>
                {t.save}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <EntryErrorMessage
              message={hasSubmitted && validationErrors.length > 0 ? validationErrors.join(' ') : null}
            />
            <TransitionRefusal error={creating.error} />
            <div className="grid gap-3 sm:grid-cols-2">
              {order === null ? (
                <>
                  <EntryChoice
                    label={t.place}
                    value={draft.place}
                    choices={places}
                    hint={noPlaces}
                    empty={onlyPlace === '' ? t.choose : null}
                    onChange={(place) => change({ place })}
                  />
                  <EntryChoice
                    label={t.supplier}
                    value={draft.supplier}
                    choices={names.listRows('suppliers')}
                    empty={t.choose}
                    onChange={(supplier) => change({ supplier })}
                  />
                </>
              ) : (
                <p className="col-span-full text-muted-foreground text-sm">
                  <bdi>{messages.panel.route(order.supplierName, order.placeName)}</bdi>
                </p>
              )}
              <Field label={t.supplierRef}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={120}
                    value={draft.supplierRef}
                    onChange={(event) => change({ supplierRef: event.currentTarget.value })}
                  />
                )}
              </Field>
              <div className="grid grid-cols-2 gap-3">
                <CellLabel label={t.freight} isHeaderField>
                  <QuantityCell
                    label={t.freight}
                    value={draft.freight}
                    column="freight"
                    onCommit={(freight) => change({ freight: freight ?? 0 })}
                  />
                </CellLabel>
                <Field label={t.spreadBy}>
                  {(control) => (
                    <Select
                      {...control}
                      value={draft.spreadBy}
                      onChange={(event) =>
                        change({
                          spreadBy:
                            chargeSpreads.find((spread) => spread === event.currentTarget.value) ?? 'value',
                        })
                      }
                    >
                      {chargeSpreads.map((spread) => (
                        <option key={spread} value={spread}>
                          {t.spreads[spread]}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </div>
            </div>
            <ReceiptEntryLines
              entry={entry}
              draft={draft}
              order={order}
              currency={currency}
              getCurrencyCode={formatCurrency}
              error={creating.error}
              onChange={change}
            />
            <Field label={t.notes}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={2000}
                  value={draft.notes}
                  onChange={(event) => change({ notes: event.currentTarget.value })}
                />
              )}
            </Field>
            <Suspense>
              <EntryPhotos
                subject={messages.label}
                photos={draft.photos}
                disabled={isWaiting}
                onChange={(photos) => change({ photos })}
              />
            </Suspense>
          </div>
        </SheetContent>
      </Dialog>
    </CellGrid>
  );
}
