import type { AppEvent, EventKind } from '../../http/services.ts';
import { documentEvent } from '../../documents/kit.ts';
import { orderDocument } from '../../documents/registry.ts';

/** Tells the branch of an order that it changed, and the kitchen once the order ever reached it. */
export function orderChangedEvent(
  order: { _id: string; branch: string; kitchen: string; sentAt: string | null },
  what: EventKind,
): AppEvent {
  return documentEvent(orderDocument, order._id, orderDocument.audience(order), what);
}
