import { lazyView } from '#src/lib/lazy-module.ts';

/** What only a narrow screen draws of a list. */
export const RowCards = lazyView(async () => (await import('./row-cards.tsx')).RowCards);
export const SortChoice = lazyView(async () => (await import('./sort-choice.tsx')).SortChoice);
