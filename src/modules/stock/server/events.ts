import type { AppEvent } from '#platform/server/http/services.ts';

/** Builds the event that stock changed at these branches and kitchens. */
export function stockEvent(docId: string, branches: string[], kitchens: string[]): AppEvent {
  return { collection: 'stock', id: docId, change: 'moved', branches, kitchens };
}
