import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { menuLinks, otherPages, type RoutePath, trailTo, visibleMenu } from '#src/components/layout/menu.ts';
import { pageMessages, type PageName } from '#src/components/layout/page-messages.ts';
import type { PaletteEntry } from './entry.ts';

/** Every page the person may open, the menu's first. They are found by their English names, too. */
export function pageEntries(
  user: Actor,
  names: Readonly<Record<PageName, string>>,
  go: (to: RoutePath) => void,
): PaletteEntry[] {
  const others = otherPages.filter((page) => canOpenPage(user, page.to));
  return [...menuLinks(visibleMenu(user)), ...others].map(({ label, to, icon }) => {
    const above = trailTo(to).slice(0, -1);
    return {
      id: `page:${to}`,
      kind: 'page',
      label: names[label],
      hint: above.map((step) => names[step.label]).join(' / '),
      words: [pageMessages.en[label], ...above.map((step) => names[step.label])],
      icon,
      run: () => go(to),
    };
  });
}
