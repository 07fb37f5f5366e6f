import { toStoredTotal, sumExact } from '#core/exact-totals.ts';
import { computeFulfilledQuantity } from '#modules/purchase-orders/order-fulfilment.ts';
import { compareReceivedWithOrdered } from '../receipt-lines.ts';
import { isClosedByTolerance } from '#modules/purchase-orders/purchase-status.ts';
import { type Exact, isGreater, exactZero } from '#core/exact.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Tolerances } from '#modules/suppliers/tolerance-rules.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { type LoadedPurchase, purchaseStore } from '#modules/purchase-orders/server/rows.ts';
import { updateOrderTotals } from '#modules/purchase-orders/server/order-totals.ts';
import { loadTolerances } from '#modules/purchase-orders/server/tolerances.ts';
import type { StoredReceiptLine } from './rows.ts';

/**
 * Loads the purchase order of a receipt, which the route has locked; null without a purchase order.
 *
 * @throws ApiProblem 404 outside the scope, 422 if the order hasn't been sent, or has a different supplier or
 *   location
 */
export async function findOrderToReceive(
  { tx, actor }: CommandContext,
  input: { purchaseOrder?: string | undefined; supplier?: string | undefined; place?: string | undefined },
): Promise<LoadedPurchase | null> {
  if (input.purchaseOrder === undefined) return null;
  const order = await purchaseStore.readLocked(tx, actor, input.purchaseOrder);
  const { status, supplier, place } = order.header;
  if (input.supplier !== undefined && input.supplier !== supplier)
    throw invalid({ supplier: refusal('receipt-other-supplier') });
  if (input.place !== undefined && input.place !== place)
    throw invalid({ place: refusal('receipt-other-place') });
  if (status !== 'Sent') throw invalid({ purchaseOrder: refusal('receipt-order-not-sent', { status }) });
  return order;
}

/** Unreversed receipt lines of purchase lines. */
const unreversedLines = statement((db, poLineIds: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .select([
      'lineId',
      'poLineId',
      'itemId',
      'qtyMicro',
      'rejectedQtyMicro',
      'unitNum',
      'unitDen',
      'coversQtyMicro',
      'coversRejectedQtyMicro',
    ])
    .where('poLineId', 'in', poLineIds)
    .where('isReversed', '=', 0),
);

type OrderLine = LoadedPurchase['lines'][number];
type FulfilledLine = Pick<OrderLine, 'lineId' | 'itemId' | 'unitNum' | 'unitDen'>;
type UnreversedLine = Awaited<ReturnType<typeof unreversedLines>>[number];

/** Accepted and rejected quantity of an ordered line, exact, in millionths of its unit. */
interface ReceivedTotals {
  received: Exact;
  rejected: Exact;
}

const computeReceivedTotals = (
  orderLine: FulfilledLine,
  lines: readonly UnreversedLine[],
): ReceivedTotals => ({
  received: sumExact(lines.map((line) => computeFulfilledQuantity(line, orderLine))),
  rejected: sumExact(
    lines.map((line) =>
      computeFulfilledQuantity(
        { ...line, qtyMicro: line.rejectedQtyMicro, coversQtyMicro: line.coversRejectedQtyMicro },
        orderLine,
      ),
    ),
  ),
});

/** Loads earlier received quantities by purchase line. */
export async function loadReceived(
  db: Queryable,
  orderLines: readonly FulfilledLine[],
): Promise<(poLineId: string) => ReceivedTotals> {
  const ids = orderLines.map(({ lineId }) => lineId);
  const byLine = Map.groupBy(
    ids.length > 0 ? await unreversedLines(db, ids) : [],
    ({ poLineId }) => poLineId ?? '',
  );
  const received = new Map(
    orderLines.map((line) => [line.lineId, computeReceivedTotals(line, byLine.get(line.lineId) ?? [])]),
  );
  return (poLineId) => received.get(poLineId) ?? { received: exactZero, rejected: exactZero };
}

/**
 * Updates a purchase order after receipt lines were posted (`sign` 1) or reversed (-1). The caller must lock
 * the order. Quantities are recomputed from all unreversed receipts, so that parts in a different unit add up
 * exactly.
 */
export async function updateOrderedQuantities(
  ctx: CommandContext,
  order: LoadedPurchase,
  lines: readonly StoredReceiptLine[],
  sign: 1 | -1,
  receiptNo: string,
): Promise<void> {
  const { header } = order;
  const orderLineIds = new Set(lines.flatMap(({ poLineId }) => poLineId ?? []));
  const changedOrderLines = order.lines.filter(({ lineId }) => orderLineIds.has(lineId));
  if (changedOrderLines.length === 0) return;
  const changedLineIds = new Set(lines.map(({ lineId }) => lineId));
  const otherLines = (await unreversedLines(ctx.tx, [...orderLineIds])).filter(
    ({ lineId }) => !changedLineIds.has(lineId),
  );
  const unreversed = Map.groupBy(
    sign === 1 ? [...otherLines, ...lines] : otherLines,
    ({ poLineId }) => poLineId ?? '',
  );
  const getTolerances = await loadTolerances(
    ctx.tx,
    header.supplier,
    changedOrderLines.map(({ itemId }) => itemId),
  );
  for (const orderLine of changedOrderLines) {
    const { received, rejected } = computeReceivedTotals(orderLine, unreversed.get(orderLine.lineId) ?? []);
    orderLine.receivedQtyMicro = toStoredTotal(received, orderLine.qtyMicro);
    orderLine.rejectedQtyMicro = toStoredTotal(rejected, orderLine.qtyMicro);
    closeWithinTolerance(orderLine, received, getTolerances(orderLine.itemId));
  }
  await updateOrderTotals(ctx, order);
  await saveEdit(ctx, purchaseStore, order, {
    lines: changedOrderLines,
    steps: header.status === 'Sent' ? [createEditStep(header)] : [],
    after: { receipt: receiptNo, receivedStatus: header.receivedStatus },
  });
}

/**
 * Closes a line that is short within tolerance, and reopens it if it no longer is. Lines closed by a user
 * have a reason and stay closed.
 */
function closeWithinTolerance(orderLine: OrderLine, received: Exact, tolerances: Tolerances): void {
  if (orderLine.isClosed === 1 && !isClosedByTolerance(orderLine)) return;
  const isShort = isGreater(received, exactZero) && orderLine.receivedQtyMicro < orderLine.qtyMicro;
  orderLine.isClosed =
    isShort && compareReceivedWithOrdered(orderLine, received, tolerances) === 'within' ? 1 : 0;
}
