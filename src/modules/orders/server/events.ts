import type { AppEvent, EventKind } from '#platform/server/http/services.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { orderDocument } from './definition.ts';

/** Builds the change event of an order for its branch, and for its kitchen once the order was sent to it. */
export function orderChangedEvent(
  order: { _id: string; branch: string; kitchen: string; sentAt: string | null },
  what: EventKind,
): AppEvent {
  return documentEvent(orderDocument, order._id, orderDocument.audience(order), what);
}
