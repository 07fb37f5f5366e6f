import type { ItemUse } from '#contract/level-changes.ts';
import { localDate } from '#domain/planning/cutoff.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { convertMicro, exactly, fromMicro } from '#domain/quantity.ts';
import type { Queryable } from '../../db/types.ts';

const notMeant: readonly OrderStatus[] = ['Draft', 'Rejected', 'Cancelled'];
const dayMs = 86_400_000;

/**
 * What a branch used per day, taken from what it ordered for delivery on the last `days` days before today (its
 * own day); items that were not ordered are left out. There is no till here that would know better.
 */
export async function useByItem(
  db: Queryable,
  branchId: string,
  days: number,
  now: Date,
): Promise<ItemUse[]> {
  const branch = await db
    .selectFrom('branches')
    .select('timezone')
    .where('_id', '=', branchId)
    .executeTakeFirst();
  const today = localDate(now, branch?.timezone ?? 'UTC');
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
  const lines = await db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select(['itemId', 'orderQtyMicro', 'unitNum', 'unitDen'])
    .where('orders.branch', '=', branchId)
    .where('orders.status', 'not in', [...notMeant])
    .where('orders.deliveryDate', '>=', from)
    .where('orders.deliveryDate', '<', today)
    .where('orderQtyMicro', '>', 0)
    .execute();
  const used = new Map<string, number>();
  for (const { itemId, orderQtyMicro, unitNum, unitDen } of lines) {
    // A line beyond exact numbers, which nobody meant, is no use.
    const baseMicro = exactly(() => convertMicro(orderQtyMicro, { num: unitNum, den: unitDen }));
    if (baseMicro !== null) used.set(itemId, (used.get(itemId) ?? 0) + baseMicro);
  }
  return [...used].map(([itemId, micro]) => ({ itemId, perDay: fromMicro(Math.round(micro / days)) }));
}
