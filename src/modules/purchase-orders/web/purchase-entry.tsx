import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canActAtLocation } from '#core/permissions.ts';
import type { TypicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { createPurchasesAction } from './queries.ts';
import { typicalPurchasesQuery } from '#platform/documents/web/queries/typical-quantities.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { focusFirstField } from '#platform/web/ui/focus-first-field.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { EntryChoice, EntryErrorMessage, useNoLocationsHint } from '#platform/documents/web/entry-parts.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatSuggestionReason, type DisplayedSuggestion } from '#modules/demand/web/reason-text.ts';
import { warnUnusualQuantity, getTypicalQuantity } from '#modules/items/web/unusual.ts';
import { formatList } from '#platform/web/format/list.ts';
import { type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  type PurchaseEntryDraft,
  purchaseEntryDrafts,
  type PurchaseEntryRow,
  findFirstUnpricedItem,
  buildOrderDrafts,
  getRowPrice,
  getRowQty,
  computeSupplierTotal,
  usePurchaseEntryRows,
} from './entry-rows.ts';
import { purchaseMessages } from './messages.ts';
import type { PastedLines } from './pasted-lines.ts';
import { OrderMultipleHint } from './order-multiple-hint.tsx';
import { SupplierLimits } from './supplier-limits.tsx';

const PasteLines = lazyView(async () => (await import('./paste-lines.tsx')).PasteLines);

interface PurchaseEntryProps {
  onClose(): void;
}

/**
 * Creates purchase orders for a location, from items below par or from one supplier's packs: one draft per
 * supplier, in one step.
 */
export function PurchaseEntry({ onClose }: PurchaseEntryProps) {
  const messages = useMessages(purchaseMessages);
  const t = messages.entry;
  const user = useUser();
  const base = useBaseCurrency();
  const branches = useQuery(branchesQuery());
  const names = useNames(['suppliers', 'currencies']);
  const places = (branches.data ?? [])
    .filter(({ _id, isActive }) => isActive && canActAtLocation(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const noPlaces = useNoLocationsHint(places, branches.isSuccess);
  const [chosenPlace, setPlace] = useState('');
  const place = chosenPlace || (places.length === 1 ? (places[0]?._id ?? '') : '');
  const [supplier, setSupplier] = useState<string | null>(null);
  const { rows, error, retry } = usePurchaseEntryRows(place, supplier);
  const typicalQuantities = useQuery({
    ...typicalPurchasesQuery(place, supplier),
    enabled: place !== '',
  }).data;
  const store = purchaseEntryDrafts.open(user._id, `${place} ${supplier ?? 'par'}`);
  const draft = useStore(store);
  const [validationError, setValidationError] = useState<string | null>(null);
  const [isPasting, setPasting] = useState(false);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const creating = useOutboxMutation(createPurchasesAction);
  const orders = buildOrderDrafts(rows ?? [], draft);
  const groups = [...Map.groupBy(rows ?? [], (row) => row.supplier).values()];

  function change(part: keyof PurchaseEntryDraft, pack: string, value: number | null): void {
    store.set({ ...draft, [part]: { ...draft[part], [pack]: value } });
    setValidationError(null);
    if (creating.error) creating.reset();
  }

  function addLines(lines: PastedLines['lines']): void {
    const qty = Object.fromEntries(lines.map((line) => [line.packagingId, line.qty]));
    const price = Object.fromEntries(
      lines.flatMap((line) => (line.price === null ? [] : [[line.packagingId, line.price]])),
    );
    store.set({ qty: { ...draft.qty, ...qty }, price: { ...draft.price, ...price } });
    setValidationError(null);
  }

  async function save(): Promise<void> {
    const unpriced = findFirstUnpricedItem(rows ?? [], draft);
    const newError =
      place === ''
        ? t.noPlace
        : orders.length === 0
          ? t.noLines
          : unpriced === null
            ? null
            : `${unpriced}: ${t.noPrice}`;
    setValidationError(newError);
    if (newError !== null) return;
    const suppliers = formatList(
      groups.flatMap(([row]) =>
        row && orders.some((order) => order.supplier === row.supplier) ? row.supplierName : [],
      ),
    );
    const input = { place, orders };
    await send(draft, {
      send: (onQueued) => creating.send({ localId: newLocalId(newUuid()), suppliers, input }, onQueued),
      onDone(created) {
        toast(t.saved(created.length));
        onClose();
      },
    });
  }

  return (
    <CellGrid name={`buy.${place} ${supplier ?? 'par'}`}>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <SheetContent
          onOpenAutoFocus={focusFirstField}
          className="max-w-[820px]"
          title={messages.createOrders}
          footer={
            <>
              <p role="status" className="me-auto text-sm tabular-nums">
                {t.count(orders.length)}
              </p>
              <Button variant="primary" disabled={isWaiting} onClick={() => void save()}>
                {t.save(orders.length)}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <EntryErrorMessage message={validationError} />
            <TransitionRefusal error={creating.error} />
            <div className="grid gap-3 sm:grid-cols-2">
              <EntryChoice
                label={messages.fields.placeName}
                value={place}
                choices={places}
                hint={noPlaces}
                empty={places.length === 1 ? null : t.choose}
                onChange={(id) => {
                  setPlace(id);
                  setValidationError(null);
                }}
              />
              <EntryChoice
                label={t.source}
                value={supplier ?? ''}
                choices={names.listRows('suppliers')}
                empty={t.belowPar}
                onChange={(id) => {
                  setSupplier(id || null);
                  setValidationError(null);
                }}
              />
            </div>
            {place === '' ? (
              <p className="text-muted-foreground text-sm">{t.noPlace}</p>
            ) : error ? (
              <LoadFailed title={t.failed} error={error} onRetry={retry} />
            ) : rows === null ? (
              <SkeletonRows label={t.loading} />
            ) : rows.length === 0 ? (
              <p className="text-muted-foreground text-sm">
                {supplier === null ? t.nothingToOrder : t.noPacks}
              </p>
            ) : (
              <div data-quantity-grid className="flex flex-col gap-5">
                {supplier === null ? null : (
                  <div className="flex flex-col items-start gap-2">
                    <Button size="sm" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
                      {messages.paste.title}
                    </Button>
                    {isPasting ? <PasteLines key={supplier} rows={rows} onLines={addLines} /> : null}
                  </div>
                )}
                {groups.map((group) => (
                  <SupplierRows
                    key={group[0]?.supplier}
                    rows={group}
                    draft={draft}
                    typicalQuantities={typicalQuantities}
                    money={getMoneyFormat(getCurrencyCode(names, group[0]?.currency ?? null, base))}
                    onChange={change}
                  />
                ))}
              </div>
            )}
          </div>
        </SheetContent>
      </Dialog>
    </CellGrid>
  );
}

interface SupplierRowsProps {
  rows: readonly PurchaseEntryRow[];
  draft: PurchaseEntryDraft;
  typicalQuantities: readonly TypicalQuantity[] | undefined;
  money: MoneyFormat;
  onChange(part: keyof PurchaseEntryDraft, pack: string, value: number | null): void;
}

/** Packs of one supplier, with their total and the supplier's limits. */
function SupplierRows({ rows, draft, typicalQuantities, money, onChange }: SupplierRowsProps) {
  const t = useMessages(purchaseMessages).entry;
  const [first] = rows;
  const value = computeSupplierTotal(rows, draft);
  return (
    <section aria-label={first?.supplierName}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-1">
        <h3 className="font-semibold text-sm">
          <bdi>{first?.supplierName}</bdi>
        </h3>
        <p className="text-sm tabular-nums">
          <bdi>{money(value)}</bdi>
        </p>
        {first === undefined ? null : <SupplierLimits terms={first.terms} value={value} money={money} />}
      </div>
      <ul className="divide-y rounded-md border">
        {rows.map((row) => {
          const {
            packagingId,
            itemId,
            itemName,
            packName,
            need,
            drafted,
            draftNumbers,
            orderMultiple,
            price,
          } = row;
          const amount = (qty: number) => formatAmount(qty, need?.baseSymbol ?? '');
          return (
            <li
              key={packagingId}
              className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-x-3 gap-y-1 px-3 py-2"
            >
              <div className="min-w-0">
                <p className="break-words font-medium text-sm">{itemName}</p>
                <p className="text-muted-foreground text-xs">
                  <bdi>{t.pack(packName, price === null ? '' : money.price(price))}</bdi>
                </p>
                {need === null ? null : (
                  <p className="text-muted-foreground text-xs">
                    {need.reason !== null && need.reason.code !== 'par'
                      ? formatSuggestionReason(toSuggestion(need))
                      : t.stockSummary(
                          amount(need.available ?? 0),
                          amount(need.incoming),
                          amount(need.target),
                        )}
                  </p>
                )}
                {draftNumbers.length === 0 ? null : (
                  <p className="text-status-amber text-xs">
                    {t.drafted(amount(drafted), formatList(draftNumbers))}
                  </p>
                )}
                {orderMultiple === null || orderMultiple === 1 ? null : (
                  <p className="text-muted-foreground text-xs">
                    {t.multiple(formatAmount(orderMultiple, ''))}
                  </p>
                )}
              </div>
              <QuantityCell
                label={t.qty(itemName, packName)}
                value={getRowQty(row, draft)}
                column="qty"
                cell={`qty ${packagingId}`}
                isWhole
                suggestion={row.proposed}
                warn={(qty) =>
                  warnUnusualQuantity(
                    qty,
                    [row.proposed, getTypicalQuantity(typicalQuantities, itemId, packagingId)],
                    '',
                  )
                }
                onCommit={(next) => onChange('qty', packagingId, next)}
              />
              <OrderMultipleHint
                qty={getRowQty(row, draft)}
                multiple={orderMultiple}
                onAdd={(more) => onChange('qty', packagingId, (getRowQty(row, draft) ?? 0) + more)}
              />
              {(price === null || packagingId in draft.price) && (getRowQty(row, draft) ?? 0) > 0 ? (
                <>
                  <p className="text-status-amber text-xs">{price === null ? t.noPrice : t.pastedPrice}</p>
                  <QuantityCell
                    label={t.price(itemName, packName)}
                    value={getRowPrice(row, draft)}
                    column="price"
                    cell={`price ${packagingId}`}
                    onCommit={(next) => onChange('price', packagingId, next)}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the suggestion for the missing quantity in base units; packs are shown separately. */
function toSuggestion({
  available,
  incoming,
  usageBeforeDelivery,
  target,
  baseSymbol,
  coveredDays,
  reason,
}: NonNullable<PurchaseEntryRow['need']>): DisplayedSuggestion {
  const suggestedQty =
    Math.round(Math.max(0, target - (available ?? 0) - incoming + usageBeforeDelivery) * 100) / 100;
  return { reason, coveredDays, suggestedQty, unitSymbol: baseSymbol, unitNum: 1, unitDen: 1 };
}
