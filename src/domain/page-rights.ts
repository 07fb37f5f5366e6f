import { type Collection, collectionAccess, pageCollections } from './collections.ts';
import { type Actor, canOpenPage, type Flag, permissionFlags, hasFlag, hasRight } from './permissions.ts';
import { opensPage } from './pages.ts';

/** What somebody may do on a page: nothing at all without `canView`, since it then shows nothing. */
export interface PageRights {
  opens: boolean;
  /** Flags that count on this page, `canView` first; the others only where something is written from there. */
  flags: Flag[];
  /** What each collection on the page allows, by the same rule as the server's. */
  collections: { collection: Collection; flags: Flag[] }[];
}

/** What a person may do on one page, by its path. The rules of the documents on it come after. */
export function rightsOnPage(actor: Actor, path: string): PageRights {
  if (!canOpenPage(actor, path)) return { opens: false, flags: [], collections: [] };
  if (!hasFlag(actor, 'canView')) return { opens: true, flags: [], collections: [] };
  const rows = pageCollections.filter(({ page }) => opensPage([page], path));
  const named = new Set(rows.flatMap(({ manages = [], shows = [] }) => [...manages, ...shows]));
  const collections = [...named].map((collection) => ({
    collection,
    flags: permissionFlags.filter((flag) => hasRight(actor, { collection, flag })),
  }));
  const isWritten = (collection: Collection) =>
    collectionAccess[collection] === 'working' || rows.some(({ manages }) => manages?.includes(collection));
  const written = permissionFlags.filter(
    (flag) =>
      flag !== 'canView' &&
      collections.some((each) => isWritten(each.collection) && each.flags.includes(flag)),
  );
  return { opens: true, flags: ['canView', ...written], collections };
}
