import { lazyView } from '#platform/web/lazy-module.ts';

/** Parts of a list for narrow screens only. */
export const RowCards = lazyView(async () => (await import('./row-cards.tsx')).RowCards);
export const SortChoice = lazyView(async () => (await import('./sort-choice.tsx')).SortChoice);
