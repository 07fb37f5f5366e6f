import type { AppEvent } from '../../http/services.ts';

/** Tells everybody who keeps stock in view that it moved at these places' owners. */
export function stockEvent(docId: string, branches: string[], kitchens: string[]): AppEvent {
  return { collection: 'stock', id: docId, what: 'moved', branches, kitchens };
}
