import { toStoredTotal, sumExact } from '#core/exact-totals.ts';
import { computeBilledQuantity, type FulfillingLine } from '#modules/purchase-orders/order-fulfilment.ts';
import { type Exact, exact, multiplyExact } from '#core/exact.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { LoadedPurchase } from '#modules/purchase-orders/server/rows.ts';
import type { LoadedInvoice } from './rows.ts';

/** Posted lines that bill or credit quantities of purchase lines, with the receipt lines they refer to. */
const selectPostedLines = statement((db, poLineIds: readonly string[], excludedInvoiceId: string) =>
  db
    .selectFrom('supplierInvoiceLines as line')
    .innerJoin('supplierInvoices as invoice', 'invoice._id', 'line.invoiceId')
    .select([
      'invoice.kind',
      'line.poLineId',
      'line.receiptLineId',
      'line.itemId',
      'line.qtyMicro',
      'line.unitNum',
      'line.unitDen',
      'line.coversQtyMicro',
    ])
    .where('line.poLineId', 'in', poLineIds)
    .where('invoice.status', '=', 'Posted')
    .where('invoice._id', '!=', excludedInvoiceId)
    .where('line.transferId', 'is', null)
    .where((where) =>
      where.or([where('invoice.kind', '=', 'invoice'), where('line.creditOf', 'is not', null)]),
    ),
);
const selectReceiptLines = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .select(['lineId', 'itemId', 'qtyMicro', 'unitNum', 'unitDen', 'coversQtyMicro'])
    .where('lineId', 'in', ids),
);

type OrderLineKey = Pick<
  LoadedPurchase['lines'][number],
  'lineId' | 'itemId' | 'unitNum' | 'unitDen' | 'qtyMicro'
>;
type Billing = FulfillingLine & { kind: string; poLineId: string | null; receiptLineId: string | null };

/**
 * Computes the billed quantity of each purchase order line, net of credits, from all posted invoice lines, so
 * that quantities in different units add up exactly.
 */
export async function loadBilledQuantities(
  db: Queryable,
  orderLines: readonly OrderLineKey[],
  {
    excludedInvoiceId = '',
    additionalBillings = [],
  }: { excludedInvoiceId?: string; additionalBillings?: readonly Billing[] } = {},
): Promise<(line: OrderLineKey) => number> {
  const ids = orderLines.map(({ lineId }) => lineId);
  const billings: Billing[] = [
    ...(ids.length > 0 ? await selectPostedLines(db, ids, excludedInvoiceId) : []),
    ...additionalBillings,
  ];
  const byLine = Map.groupBy(billings, ({ poLineId }) => poLineId);
  const receiptLineIds = [...new Set(billings.flatMap(({ receiptLineId }) => receiptLineId ?? []))];
  const linesById = new Map(
    (receiptLineIds.length > 0 ? await selectReceiptLines(db, receiptLineIds) : []).map((row) => [
      row.lineId,
      row,
    ]),
  );
  return (line) => {
    const parts = (byLine.get(line.lineId) ?? []).map((part): Exact => {
      const billed = computeBilledQuantity(part, linesById.get(part.receiptLineId ?? '') ?? null, line);
      return part.kind === 'credit' ? multiplyExact(billed, exact(-1n, 1n)) : billed;
    });
    return toStoredTotal(sumExact(parts), line.qtyMicro);
  };
}

/**
 * Sets the billed quantity of purchase lines when an invoice is posted or reversed.
 *
 * @param isPosted whether the invoice is being posted; the stored status isn't updated yet
 */
export async function setBilledQuantities(
  db: Queryable,
  orderLines: readonly LoadedPurchase['lines'][number][],
  { header, lines }: LoadedInvoice,
  isPosted: boolean,
): Promise<void> {
  const billingLines = lines.filter(
    ({ transferId, creditOf }) => transferId === null && (header.kind === 'invoice' || creditOf !== null),
  );
  const additionalBillings = isPosted ? billingLines.map((line) => ({ ...line, kind: header.kind })) : [];
  const billedByLine = await loadBilledQuantities(db, orderLines, {
    excludedInvoiceId: header._id,
    additionalBillings,
  });
  for (const line of orderLines) line.billedQtyMicro = billedByLine(line);
}
