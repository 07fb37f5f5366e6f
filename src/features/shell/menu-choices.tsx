import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';

const choices = lazyModule(() => import('./display-choices.tsx'));

/** What the menus of both layouts have in common; fetched with the first one that opens. */
export function MenuChoices() {
  const loaded = useLazyModuleWhen(true, choices);
  return loaded ? <loaded.DisplayChoices /> : null;
}
