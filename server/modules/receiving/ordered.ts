import { refusal } from '#domain/refusals/refusal.ts';
import type { CommandContext } from '../../documents/context.ts';
import { appendHistory } from '../../documents/history.ts';
import { documentEvent } from '../../documents/kit.ts';
import { purchaseDocument } from '../../documents/buying-and-making.ts';
import { invalid } from '../../http/problems.ts';
import { type LoadedPurchase, purchaseStore } from '../purchasing/rows.ts';
import { sumUp } from '../purchasing/standing.ts';
import type { Line } from './rows.ts';

/**
 * The purchase order that goods come by, which was locked before the receipt is made. Null without one.
 *
 * @throws ApiProblem 404 for one that is not in scope, 422 for one that was not sent, or of another supplier or place.
 */
export async function orderOf(
  { tx, actor }: CommandContext,
  said: { purchaseOrder?: string | undefined; supplier?: string | undefined; place?: string | undefined },
): Promise<LoadedPurchase | null> {
  if (said.purchaseOrder === undefined) return null;
  const order = await purchaseStore.readHeld(tx, actor, said.purchaseOrder);
  const { status, supplier, place } = order.head;
  if (said.supplier !== undefined && said.supplier !== supplier)
    throw invalid({ supplier: refusal('receipt-other-supplier') });
  if (said.place !== undefined && said.place !== place)
    throw invalid({ place: refusal('receipt-other-place') });
  if (status !== 'Sent') throw invalid({ purchaseOrder: refusal('receipt-order-not-sent', { status }) });
  return order;
}

/**
 * Tells a purchase order what came by lines of a receipt (`sign` 1), or that it was taken back (-1). It is locked by the caller.
 */
export async function tellOrder(
  ctx: CommandContext,
  order: LoadedPurchase,
  lines: readonly Line[],
  sign: 1 | -1,
  receipt: string,
): Promise<void> {
  const { head } = order;
  const touched = new Set<LoadedPurchase['lines'][number]>();
  for (const { poLineId, coversQtyMicro, coversRejectedQtyMicro } of lines) {
    const ordered = order.lines.find(({ lineId }) => lineId === poLineId);
    if (!ordered) continue;
    ordered.receivedQtyMicro += sign * (coversQtyMicro ?? 0);
    ordered.rejectedQtyMicro += sign * (coversRejectedQtyMicro ?? 0);
    touched.add(ordered);
  }
  if (touched.size === 0) return;
  await sumUp(ctx, order);
  Object.assign(head, { version: head.version + 1, updatedAt: ctx.now.toISOString() });
  await purchaseStore.saveLines(ctx.tx, [...touched]);
  await purchaseStore.saveHead(ctx.tx, head);
  if (head.status === 'Sent')
    await appendHistory(ctx, purchaseDocument, head._id, [{ from: 'Sent', to: 'Sent', verb: 'edit' }]);
  const { receivedStatus } = head;
  await ctx.audit({
    action: 'edit',
    entity: 'purchase-orders',
    id: head._id,
    after: { receipt, receivedStatus },
  });
  ctx.emit(documentEvent(purchaseDocument, head._id, purchaseDocument.audience(head), 'edited'));
}
