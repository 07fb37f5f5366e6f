import { part, usePartWhen } from '#src/lib/part.ts';

const choices = part(() => import('./display-choices.tsx'));

/** What the menus of both layouts have in common; fetched with the first one that opens. */
export function MenuChoices() {
  const loaded = usePartWhen(true, choices);
  return loaded ? <loaded.DisplayChoices /> : null;
}
