import { type Actor, canOpenPage, type Flag, flags } from '#domain/permissions.ts';
import type { RoleRow } from '#src/collections/people/people.ts';
import { allLinks } from '#src/components/layout/menu.ts';
import type { PageName } from '#src/components/layout/page-messages.ts';
import { isSamePages } from '../access/page-tree.ts';

/** What somebody gains and loses. */
export interface AccessChange {
  flagsGained: Flag[];
  flagsLost: Flag[];
  pagesGained: PageName[];
  pagesLost: PageName[];
}

type Held = Pick<RoleRow, 'permissions' | 'allowedPages'>;

/** What a user gains and loses with the flags and pages of their role; null where they hold just these already. */
export function accessChange(person: Actor, role: Held): AccessChange | null {
  const { permissions, allowedPages } = role;
  const isSame = flags.every((flag) => person.permissions[flag] === permissions[flag]);
  if (isSame && isSamePages(person.allowedPages, allowedPages)) return null;
  const after: Actor = { ...person, permissions, allowedPages };
  const links = allLinks();
  const gained = (from: Actor, to: Actor) =>
    links.filter((link) => !canOpenPage(from, link.to) && canOpenPage(to, link.to)).map(({ label }) => label);
  return {
    flagsGained: flags.filter((flag) => permissions[flag] && !person.permissions[flag]),
    flagsLost: flags.filter((flag) => !permissions[flag] && person.permissions[flag]),
    pagesGained: gained(person, after),
    pagesLost: gained(after, person),
  };
}
