import { type Actor, hasFlag } from './permissions.ts';
import { actorPart, type OrderParties } from './orders/parts.ts';

/** More than these are hard to look through; a document and all of its lines together. */
export const mostAttachments = 20;

/** How long after it was received photos of a delivery are taken: what was taken offline arrives by then. */
export const lateDays = 7;

/** Whether an order takes photos: while it is on the road, and for `lateDays` after it was received. */
export function orderTakesPhotos(order: { status: string; receivedAt: string | null }, now: Date): boolean {
  if (order.status === 'Shipped') return true;
  const isRecent = Date.parse(order.receivedAt ?? '') > now.getTime() - lateDays * 86_400_000;
  return order.status === 'Received' && isRecent;
}

/** Whether a waste record takes photos: until it is taken back. */
export const wastageTakesPhotos = ({ status }: { status: string }): boolean => status !== 'Reversed';

/**
 * May this person attach photos to an order, and take the own ones away? Who receives it may, while it takes
 * photos.
 *
 * @param order `receivedAt` is an instant (ISO 8601), null before
 */
export function mayAttachToOrder(
  order: OrderParties & { status: string; receivedAt: string | null },
  actor: Actor,
  now: Date,
): boolean {
  if (!hasFlag(actor, 'canEdit') || !actorPart(actor, order).has('branch')) return false;
  return orderTakesPhotos(order, now);
}

/** The rule of a document that has none of its own: whoever may change it, as long as its life goes on. */
export const mayAttach = (actor: Actor): boolean => hasFlag(actor, 'canEdit');

/**
 * May this person attach photos to a waste record, and take the own ones away? Who may change it, and who recorded it,
 * until it is taken back.
 */
export function mayAttachToWastage(record: { status: string; userId: string }, actor: Actor): boolean {
  if (!wastageTakesPhotos(record)) return false;
  return hasFlag(actor, 'canEdit') || (record.userId === actor._id && hasFlag(actor, 'canCreate'));
}
