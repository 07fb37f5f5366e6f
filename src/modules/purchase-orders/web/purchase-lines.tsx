import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Scissors, X } from 'lucide-react';
import type { EditPurchaseLineInput } from '../input.ts';
import type { PurchaseLine, PurchaseOrder } from '../shapes.ts';
import { typicalPurchasesQuery } from '#platform/documents/web/queries/typical-quantities.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import { LineFacts } from '#platform/documents/web/line-facts.tsx';
import { useSoldPacks } from '#modules/items/web/sold-packs.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { warnUnusualQuantity, warnUnusualPrice, getTypicalQuantity } from '#modules/items/web/unusual.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { DiscountCell, formatDiscount } from './discount.tsx';
import { purchaseMessages } from './messages.ts';
import { OrderMultipleHint } from './order-multiple-hint.tsx';
import { readSupplierTerms, SupplierLimits } from './supplier-limits.tsx';

interface PurchaseLinesProps {
  order: PurchaseOrder;
  money: MoneyFormat;
  /** Whether quantities and prices can be edited, as in a draft. */
  canEdit: boolean;
  /** Whether outstanding quantities can be closed short and reopened. */
  canClose: boolean;
  onChange(line: PurchaseLine, change: Omit<EditPurchaseLineInput, 'lineId'>): void;
  onRemove(line: PurchaseLine): void;
  onAdd(line: { itemId: string; packagingId: string; qty: number }): void;
  onClose(line: PurchaseLine): void;
  onReopen(line: PurchaseLine): void;
}

/** Lines of a purchase order: quantity, price and quantity received. */
export function PurchaseLines(props: PurchaseLinesProps) {
  const { order, money, canEdit, canClose, onChange, onRemove, onClose, onReopen } = props;
  const t = useMessages(purchaseMessages).panel;
  const reasonText = useReasonText();
  const packs = useSoldPacks(canEdit ? order.supplier : '');
  const supplier = useNames(canEdit ? ['suppliers'] : []).getRow('suppliers', order.supplier);
  const typicalQuantities = useQuery({
    ...typicalPurchasesQuery(order.place, order.supplier),
    enabled: canEdit,
  }).data;
  const isOrdered = order.status === 'Sent' || order.status === 'Closed';
  return (
    <section aria-label={t.lines}>
      <h3 className="pb-1 font-semibold text-sm">{t.lines}</h3>
      {order.items.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.noLines}</p>
      ) : (
        <ul data-quantity-grid className="divide-y rounded-md border text-sm">
          {order.items.map((line) => {
            const { itemId, packagingId } = line;
            const pack = line.unit === null ? packs.find(({ _id }) => _id === packagingId) : undefined;
            const packLines = order.items.filter(
              (other) => other.unit === null && other.packagingId === packagingId,
            );
            const packQty = packLines.reduce((sum, { qty }) => sum + qty, 0);
            const listPrice = packs.find(({ _id }) => _id === packagingId)?.price ?? null;
            const amount = (qty: number) => formatAmount(qty, line.unitSymbol);
            const facts: [string, string][] = [
              ...(canEdit ? [] : ([[t.ordered, amount(line.qty)]] as [string, string][])),
              ...(isOrdered
                ? ([
                    [t.received, amount(line.receivedQty)],
                    [t.outstanding, amount(line.outstandingQty)],
                    [t.billed, `${amount(line.billedQty)}, ${money(line.billedValue)}`],
                  ] as [string, string][])
                : []),
              ...(line.listPrice === null || canEdit
                ? []
                : ([
                    [t.listPrice, money.price(line.listPrice)],
                    [t.discount, formatDiscount(line, money)],
                  ] as [string, string][])),
              ...(canEdit && line.listPrice === null
                ? []
                : ([[line.listPrice === null ? t.priceColumn : t.netPrice, money.price(line.price)]] as [
                    string,
                    string,
                  ][])),
              [t.value, money(line.value)],
            ];
            return (
              <li key={line.lineId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="break-words font-medium">{line.itemName}</p>
                  <p className="text-muted-foreground text-xs">
                    <bdi>{line.unitSymbol}</bdi> · {line.itemCode}
                  </p>
                  {line.isClosed ? (
                    <p className="text-status-amber text-xs">{t.closed(reasonText(line))}</p>
                  ) : null}
                  {pack !== undefined && line === packLines.at(-1) ? (
                    <OrderMultipleHint
                      qty={packQty}
                      multiple={pack.orderMultiple}
                      onAdd={(more) => onChange(line, { qty: line.qty + more })}
                    />
                  ) : null}
                  {line.note ? <p className="text-muted-foreground text-xs">“{line.note}”</p> : null}
                </div>
                {canEdit ? (
                  <>
                    <CellLabel label={t.ordered} isNumeric className="w-24">
                      <QuantityCell
                        label={t.qty(line.itemName)}
                        value={line.qty}
                        column="qty"
                        cell={`qty ${line.lineId}`}
                        commitOn="leave"
                        isWhole={line.unit === null}
                        warn={(qty) =>
                          warnUnusualQuantity(
                            qty,
                            [getTypicalQuantity(typicalQuantities, itemId, packagingId ?? line.unit)],
                            '',
                          )
                        }
                        onCommit={(qty) => (qty === null || qty <= 0 ? undefined : onChange(line, { qty }))}
                      />
                    </CellLabel>
                    <CellLabel label={t.priceColumn} isNumeric className="w-24">
                      <QuantityCell
                        label={t.price(line.itemName)}
                        value={line.listPrice ?? line.price}
                        column="price"
                        cell={`price ${line.lineId}`}
                        commitOn="leave"
                        warn={(price) => warnUnusualPrice(price, listPrice, money)}
                        onCommit={(price) =>
                          price === null ? undefined : onChange(line, { listPrice: price })
                        }
                      />
                    </CellLabel>
                    <DiscountCell line={line} onChange={(change) => onChange(line, change)} />
                  </>
                ) : null}
                <div className="ms-auto flex max-w-full items-center gap-2">
                  <LineFacts facts={facts} className="min-w-0 justify-end" />
                  {canEdit ? (
                    <Button
                      size="icon"
                      variant="ghost"
                      aria-label={t.remove(line.itemName)}
                      onClick={() => onRemove(line)}
                    >
                      <X aria-hidden="true" />
                    </Button>
                  ) : null}
                  {canClose && line.isClosed ? (
                    <Button
                      size="icon"
                      variant="ghost"
                      aria-label={t.reopenLine(line.itemName)}
                      onClick={() => onReopen(line)}
                    >
                      <RotateCcw aria-hidden="true" />
                    </Button>
                  ) : null}
                  {canClose && line.outstandingQty > 0 ? (
                    <Button
                      size="icon"
                      variant="ghost"
                      aria-label={t.closeLine(line.itemName)}
                      onClick={() => onClose(line)}
                    >
                      <Scissors aria-hidden="true" />
                    </Button>
                  ) : null}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {canEdit && supplier ? (
        <SupplierLimits terms={readSupplierTerms(supplier)} value={order.goodsValue} money={money} />
      ) : null}
      {canEdit ? <AddPack order={order} onAdd={props.onAdd} /> : null}
    </section>
  );
}

/** Adds another pack of the supplier at its current price. */
function AddPack({ order, onAdd }: Pick<PurchaseLinesProps, 'order' | 'onAdd'>) {
  const t = useMessages(purchaseMessages).panel;
  const names = useNames(['items']);
  const packs = useSoldPacks(order.supplier)
    .filter(({ itemId }) => names.getRow('items', itemId)?.isActive !== false)
    .map((pack) => ({ ...pack, label: `${names.getName('items', pack.itemId)}, ${pack.name}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  if (packs.length === 0) return null;
  return (
    <Select
      aria-label={t.addPack}
      className="mt-2"
      value=""
      onChange={(event) => {
        const pack = packs.find(({ _id }) => _id === event.currentTarget.value);
        if (pack) onAdd({ itemId: pack.itemId, packagingId: pack._id, qty: 1 });
      }}
    >
      <option value="">{t.addPack}</option>
      {packs.map(({ _id, label }) => (
        <option key={_id} value={_id}>
          {label}
        </option>
      ))}
    </Select>
  );
}
