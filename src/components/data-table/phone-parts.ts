import { type ComponentType, lazy } from 'react';

/** A component that is fetched when it is first drawn; its own type stands for it, with what it is generic in. */
function later<C>(load: () => Promise<C>): C {
  return lazy(async () => ({ default: (await load()) as ComponentType<object> })) as unknown as C;
}

/** What only a narrow screen draws of a list. */
export const RowCards = later(async () => (await import('./row-cards.tsx')).RowCards);
export const SortChoice = later(async () => (await import('./sort-choice.tsx')).SortChoice);
