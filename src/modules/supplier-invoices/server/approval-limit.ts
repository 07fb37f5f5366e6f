import { fromE4, valueAtPrice } from '#core/money.ts';
import { canApprovePurchase } from '#modules/purchase-orders/lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden } from '#platform/server/http/problems.ts';
import type { LoadedPurchase } from '#modules/purchase-orders/server/rows.ts';
import { loadApproverNames } from '#modules/purchase-orders/server/approvals.ts';
import { loadApprovers } from '#modules/purchase-orders/server/order-totals.ts';
import type { LoadedInvoice } from './rows.ts';

/**
 * Requires an approver for an invoice that brings the billed value of a purchase order above both the ordered
 * value and an approval limit; otherwise an order below the limit could be paid above it.
 *
 * @throws ApiProblem 403 naming the order and its approvers
 */
export async function assertWithinApprovalLimit(
  ctx: CommandContext,
  { head, lines }: LoadedInvoice,
  orders: readonly LoadedPurchase[],
): Promise<void> {
  if (head.kind === 'credit') return;
  for (const order of orders) {
    const spent = order.lines.map(({ lineId, itemId, qtyMicro, priceMicro, billedValueE4 }) => ({
      itemId,
      valueE4: lines.reduce(
        (sum, line) => (line.poLineId === lineId ? sum + line.valueE4 : sum),
        billedValueE4,
      ),
      allowedE4: valueAtPrice(qtyMicro, priceMicro),
    }));
    const approvers = await loadApprovers(ctx.tx, order.head, spent, ctx.now);
    if (approvers === '' || canApprovePurchase({ approvers }, ctx.actor)) continue;
    const sum = (key: 'valueE4' | 'allowedE4') => spent.reduce((all, line) => all + line[key], 0);
    const params = {
      number: order.head.number,
      billed: String(fromE4(sum('valueE4'))),
      ordered: String(fromE4(sum('allowedE4'))),
    };
    const names = await loadApproverNames(ctx.tx, approvers);
    throw forbidden(
      names.length === 0
        ? refusal('invoice-above-limit-office', params)
        : refusal('invoice-above-limit', { ...params, approvers: names.join(', ') }),
    );
  }
}
