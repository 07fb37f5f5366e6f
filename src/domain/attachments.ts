import { type Actor, hasFlag } from './permissions.ts';
import { getOrderParts, type OrderParties } from './orders/parts.ts';

/** More than these are hard to look through; a document and all of its lines together. */
export const maxAttachments = 20;

/** How long after it was received photos of a delivery are taken: what was taken offline arrives by then. */
export const lateUploadDays = 7;

/** Whether an order takes photos: while it is on the road, and for `lateDays` after it was received. */
export function acceptsOrderPhotos(order: { status: string; receivedAt: string | null }, now: Date): boolean {
  if (order.status === 'Shipped') return true;
  const isRecent = Date.parse(order.receivedAt ?? '') > now.getTime() - lateUploadDays * 86_400_000;
  return order.status === 'Received' && isRecent;
}

/** Whether a waste record takes photos: until it is taken back. */
export const acceptsWastagePhotos = ({ status }: { status: string }): boolean => status !== 'Reversed';

/**
 * May this person attach photos to an order, and take the own ones away? Who receives it may, while it takes
 * photos.
 *
 * @param order `receivedAt` is an instant (ISO 8601), null before
 */
export function canAttachToOrder(
  order: OrderParties & { status: string; receivedAt: string | null },
  actor: Actor,
  now: Date,
): boolean {
  if (!hasFlag(actor, 'canEdit') || !getOrderParts(actor, order).has('branch')) return false;
  return acceptsOrderPhotos(order, now);
}

/** The rule of a document that has none of its own: whoever may change it, as long as its life goes on. */
export const canAttach = (actor: Actor): boolean => hasFlag(actor, 'canEdit');

/**
 * May this person attach photos to a waste record, and take the own ones away? Who may change it, and who recorded it,
 * until it is taken back.
 */
export function canAttachToWastage(record: { status: string; userId: string }, actor: Actor): boolean {
  if (!acceptsWastagePhotos(record)) return false;
  return hasFlag(actor, 'canEdit') || (record.userId === actor._id && hasFlag(actor, 'canCreate'));
}
