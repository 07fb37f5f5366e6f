import { decideDelete } from '#domain/orders/edits.ts';
import type { CommandContext } from '../../documents/context.ts';
import { recount } from './counts.ts';
import { editRefusal } from './edit.ts';
import { changedEvent } from './events.ts';
import { type LoadedOrder, movable } from './rows.ts';

/** Deletes a draft; its history and audit rows stay. Throws 403, 409 for anything but a draft. */
export async function removeOrder(
  ctx: CommandContext,
  order: LoadedOrder,
  check: () => Promise<void>,
): Promise<void> {
  const decision = decideDelete(movable(order), ctx.actor);
  if (!decision.ok) throw editRefusal(order, decision);
  await check();
  const { head, lines } = order;
  await ctx.tx.deleteFrom('orderLines').where('orderId', '=', head._id).execute();
  await ctx.tx.deleteFrom('orders').where('_id', '=', head._id).execute();
  await recount(ctx.tx, head, null);
  await ctx.audit({
    action: 'delete',
    entity: 'orders',
    id: head._id,
    before: {
      orderNo: head.orderNo,
      branch: head.branch,
      items: lines.map(({ itemId, orderQtyMicro, unitSymbol }) => ({ itemId, orderQtyMicro, unitSymbol })),
    },
  });
  ctx.emit(changedEvent(head, 'deleted'));
}
