import { type Actor, hasFlag } from '#core/permissions.ts';
import { getOrderParties, type OrderPartyFields } from '#modules/orders/parties.ts';
import { dayMs } from '#core/day.ts';

/** Maximum photos per document, all lines included. */
export const maxAttachments = 20;

/**
 * Number of days after the receipt during which delivery photos are accepted, so that photos taken offline
 * can still be uploaded.
 */
export const lateUploadDays = 7;

/** Returns whether an order accepts photos: while in transit, and for `lateUploadDays` after the receipt. */
export function acceptsOrderPhotos(order: { status: string; receivedAt: string | null }, now: Date): boolean {
  if (order.status === 'Shipped') return true;
  const isRecent = Date.parse(order.receivedAt ?? '') > now.getTime() - lateUploadDays * dayMs;
  return order.status === 'Received' && isRecent;
}

/** Returns whether a waste record accepts photos: until it is reversed. */
export const acceptsWastagePhotos = ({ status }: { status: string }): boolean => status !== 'Reversed';

/**
 * Returns whether a user may attach photos to an order and remove their own: the receiving branch, while the
 * order accepts photos.
 *
 * @param order `receivedAt` is an instant (ISO 8601), null before receipt
 */
export function canAttachToOrder(
  order: OrderPartyFields & { status: string; receivedAt: string | null },
  actor: Actor,
  now: Date,
): boolean {
  if (!hasFlag(actor, 'canEdit') || !getOrderParties(actor, order).has('branch')) return false;
  return acceptsOrderPhotos(order, now);
}

/**
 * Default rule for document kinds that don't define one: users with canEdit, as long as the document is
 * active.
 */
export const canAttach = (actor: Actor): boolean => hasFlag(actor, 'canEdit');

/**
 * Returns whether a user may attach photos to a waste record and remove their own: users who may edit it, and
 * the one who recorded it, until it is reversed.
 */
export function canAttachToWastage(record: { status: string; userId: string }, actor: Actor): boolean {
  if (!acceptsWastagePhotos(record)) return false;
  return hasFlag(actor, 'canEdit') || (record.userId === actor._id && hasFlag(actor, 'canCreate'));
}
