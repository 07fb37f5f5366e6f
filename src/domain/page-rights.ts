import { collectionReach, pageCollections } from './collections.ts';
import { type Actor, canOpenPage, type Flag, flags, hasFlag } from './permissions.ts';
import { opensPage } from './pages.ts';

/** What somebody may do on a page: nothing at all without `canView`, since it then shows nothing. */
export interface PageRights {
  opens: boolean;
  /** Flags that count on this page, `canView` first; the others only where something is written from there. */
  flags: Flag[];
}

/** What a person may do on one page, by its path. The rules of the documents on it come after. */
export function rightsOnPage(actor: Actor, path: string): PageRights {
  if (!canOpenPage(actor, path)) return { opens: false, flags: [] };
  if (!hasFlag(actor, 'canView')) return { opens: true, flags: [] };
  const rows = pageCollections.filter(({ page }) => opensPage([page], path));
  const writes = rows.some(
    ({ manages = [], shows = [] }) =>
      manages.length > 0 || shows.some((collection) => collectionReach[collection] === 'working'),
  );
  const written = flags.filter((flag) => flag !== 'canView' && writes && hasFlag(actor, flag));
  return { opens: true, flags: ['canView', ...written] };
}
