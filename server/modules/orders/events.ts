import type { AppEvent, EventWhat } from '../../http/services.ts';

/** Tells the branch of an order that it changed, and the kitchen once the order ever reached it. */
export function changedEvent(
  order: { _id: string; branch: string; kitchen: string; sentAt: string | null },
  what: EventWhat,
): AppEvent {
  return {
    collection: 'orders',
    id: order._id,
    what,
    branches: [order.branch],
    kitchens: order.sentAt === null ? [] : [order.kitchen],
  };
}

/** Tells everybody who keeps stock in view that it moved at these places' owners. */
export function stockEvent(docId: string, branches: string[], kitchens: string[]): AppEvent {
  return { collection: 'stock', id: docId, what: 'moved', branches, kitchens };
}
