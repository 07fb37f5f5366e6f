import { type Collection, collectionAccess, pageCollections } from './collections.ts';
import { type Actor, canOpenPage, type Flag, permissionFlags, hasFlag, hasRight } from './permissions.ts';
import { isPathAllowed } from './pages.ts';

/** A user's rights on a page; none without `canView`, because the page is then empty. */
export interface PageRights {
  canOpen: boolean;
  /** The flags that apply to this page, `canView` first; write flags only if the page can write. */
  flags: Flag[];
  /** The flags for each collection on the page, according to the server's rules. */
  collections: { collection: Collection; flags: Flag[] }[];
}

/** Returns a user's rights on the page with this path. Rules for individual documents are checked later. */
export function getRightsOnPage(actor: Actor, path: string): PageRights {
  if (!canOpenPage(actor, path)) return { canOpen: false, flags: [], collections: [] };
  if (!hasFlag(actor, 'canView')) return { canOpen: true, flags: [], collections: [] };
  const rows = pageCollections.filter(({ page }) => isPathAllowed([page], path));
  const pageCollectionNames = new Set(rows.flatMap(({ manages = [], shows = [] }) => [...manages, ...shows]));
  const collections = [...pageCollectionNames].map((collection) => ({
    collection,
    flags: permissionFlags.filter((flag) => hasRight(actor, { collection, flag })),
  }));
  const isWritten = (collection: Collection) =>
    collectionAccess[collection] === 'working' || rows.some(({ manages }) => manages?.includes(collection));
  const writeFlags = permissionFlags.filter(
    (flag) =>
      flag !== 'canView' &&
      collections.some((collection) => isWritten(collection.collection) && collection.flags.includes(flag)),
  );
  return { canOpen: true, flags: ['canView', ...writeFlags], collections };
}
