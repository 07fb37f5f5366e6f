import { blankOf } from '#contract/document-fields.ts';
import { orderLineFields } from '#contract/order-fields.ts';
import { cutoffFor, localDate, nextDelivery } from '#domain/planning/cutoff.ts';
import { nextNumber } from '../../documents/kit.ts';
import { orderDocument } from '../../documents/registry.ts';
import { newId } from '../../ids.ts';
import { calendarOf } from '../orders/calendar.ts';
import type { CommandContext } from '../../documents/context.ts';
import { recount } from '../orders/counts.ts';
import { newHead, orderValueE4 } from '../orders/create.ts';
import { changedEvent } from '../orders/events.ts';
import { appendHistory, insertOrder, type Line, type LoadedOrder } from '../orders/rows.ts';

/**
 * Makes the order that sends goods again: one line, already at Sent to Central Kitchen, for the branch's next
 * delivery. Nobody has to order or review again what the kitchen owes. Answers its id.
 */
export async function sendAgain(
  ctx: CommandContext,
  original: LoadedOrder,
  line: Line,
  why: string,
): Promise<string> {
  const { tx, actor, now } = ctx;
  const { branch, branchName, kitchen, kitchenName, orderNo } = original.head;
  const _id = newId({ now: () => now });
  const { itemNameAlt, category, section } = line;
  const again: Line = {
    ...line,
    // Of what was ordered only the goods are sent again: what was said of them is of the other order.
    ...blankOf(orderLineFields),
    itemNameAlt,
    category,
    section,
    lineId: newId({ now: () => now }),
    orderId: _id,
    position: 0,
    approvedQtyMicro: line.orderQtyMicro,
    lots: [],
  };
  const at = now.toISOString();
  const head = {
    ...newHead(now),
    _id,
    orderNo: await nextNumber(tx, orderDocument, now),
    status: 'Sent to Central Kitchen' as const,
    dateTime: at,
    sentAt: at,
    branch,
    branchName,
    kitchen,
    kitchenName,
    userId: actor._id,
    userName: actor.name,
    orderType: 'Regular',
    ...(await nextSlot(ctx, original.head)),
    notes: `Sends again what was ${why.replace('_', ' ')} on ${orderNo}.`,
    lineCount: 1,
    valueE4: orderValueE4([again]),
  };
  await insertOrder(tx, { head, lines: [again] });
  await appendHistory(tx, _id, { actor, at }, [
    { from: null, to: 'Draft', reason: null },
    { from: 'Draft', to: 'Under Review', reason: null },
    { from: 'Under Review', to: 'Sent to Central Kitchen', reason: null },
  ]);
  await recount(tx, null, head);
  await ctx.audit({
    action: 'create',
    entity: 'orders',
    id: _id,
    after: { orderNo: head.orderNo, followsUp: orderNo },
  });
  ctx.emit(changedEvent(head, head.status));
  return _id;
}

/** The branch's next delivery, or today where it has no delivery days. */
async function nextSlot(
  ctx: CommandContext,
  order: { branch: string; kitchen: string },
): Promise<{ deliveryDate: string; cutoffAt: string | null }> {
  const calendar = await calendarOf(ctx.tx, order);
  const slot = nextDelivery(calendar, ctx.now);
  if (slot) return slot;
  const deliveryDate = localDate(ctx.now, calendar.timezone);
  return { deliveryDate, cutoffAt: cutoffFor(calendar, deliveryDate) };
}
