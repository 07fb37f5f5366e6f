import {
  type Collection,
  collectionReach,
  headOfficeOnly,
  pageCollections,
  seenByHeadOffice,
} from './collections.ts';
import { opensPage } from './pages.ts';

export type { Collection } from './collections.ts';

/** A role's key. Four are built in (`custom_role_sk`, `custom_role_ck`, `admin`, `master_admin`); others are data. */
export type Role = string;

export interface Permissions {
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canView: boolean;
}

export type Flag = keyof Permissions;

/** Who is asking: the signed-in user as the rules see them. */
export interface Actor {
  _id: string;
  name: string;
  email: string;
  role: Role;
  isMasterAdmin: boolean;
  permissions: Permissions;
  allowedPages: string[];
  /** Own branches (branch users) and own kitchens (kitchen users), by branch id. */
  branches: string[];
  kitchens: string[];
}

export const flags = ['canCreate', 'canEdit', 'canDelete', 'canView'] as const satisfies readonly Flag[];

/** Master admins hold every flag; everybody else what their own record says. */
export function hasFlag(actor: Actor, flag: Flag): boolean {
  return actor.isMasterAdmin || actor.permissions[flag];
}

/**
 * May this person open the page (SPEC section 6)? `path` with or without a leading slash; prefixes are whole
 * segments, so `branch-order` opens `/branch-order/create-order` and not `/branch-orders`. An empty list of
 * pages falls back to canView.
 */
export function canOpenPage(actor: Actor, path: string): boolean {
  if (actor.isMasterAdmin || actor.allowedPages.includes('*')) return true;
  if (actor.allowedPages.length === 0) return actor.permissions.canView;
  return opensPage(actor.allowedPages, path);
}

const landingByRole: Readonly<Record<Role, string>> = {
  custom_role_sk: '/branch-order/create-order',
  custom_role_ck: '/central-kitchen/dashboard',
};

const otherLanding = '/dashboard';

/** Where a role lands after sign-in (SPEC section 6). */
export function landingPage(role: Role): string {
  return Object.hasOwn(landingByRole, role) ? (landingByRole[role] ?? otherLanding) : otherLanding;
}

/** Every page on which somebody lands. */
export const landingPages = (): string[] => [...Object.values(landingByRole), otherLanding];

/** The pages from which a collection is written: those that show a working one, those that manage any other. */
export function pagesOf(collection: Collection): string[] {
  const isWorking = collectionReach[collection] === 'working';
  return pageCollections
    .filter((row) => row.manages?.includes(collection) || (isWorking && row.shows?.includes(collection)))
    .map((row) => row.page);
}

/** The pages from which a collection that is not reference data can be read. */
function pagesShowing(collection: Collection): string[] {
  return pageCollections
    .filter((row) => row.manages?.includes(collection) || row.shows?.includes(collection))
    .map((row) => row.page);
}

/**
 * May this person read the collection at all? Which rows is a matter of `scopeOf`; what is of head office alone has none
 * for whoever is bound to a place.
 */
export function mayRead(actor: Actor, collection: Collection): boolean {
  if (!hasFlag(actor, 'canView')) return false;
  if (seenByHeadOffice.has(collection) && scopeOf(actor).kind !== 'all') return false;
  if (collectionReach[collection] === 'reference') return true;
  return pagesShowing(collection).some((page) => canOpenPage(actor, page));
}

/**
 * May this person write the collection: the flag, a page it is written from, and for what is of head office alone no
 * place that they are bound to. The document's own rules come after.
 */
export function mayWrite(actor: Actor, collection: Collection, flag: Flag): boolean {
  if (headOfficeOnly.has(collection) && scopeOf(actor).kind !== 'all') return false;
  return hasFlag(actor, flag) && pagesOf(collection).some((page) => canOpenPage(actor, page));
}

/**
 * Whether this person is told what goods cost at the own places: who may see costs, and who records waste or counts there,
 * where the screen shows what it costs before and after. What a document charges is for both of its sides.
 */
export const seesStockCosts = (actor: Actor): boolean =>
  (['costs', 'wastage', 'stock-counts'] as const).some((collection) => mayRead(actor, collection));

/** Admins and master admins stand in for everybody. */
export const isHeadOffice = ({ isMasterAdmin, role }: Actor): boolean =>
  isMasterAdmin || role === 'admin' || role === 'master_admin';

/** Whether this person works at the place; admin and master_admin stand in for everybody. */
export function worksAt(actor: Actor, place: string): boolean {
  if (isHeadOffice(actor)) return true;
  if (actor.role === 'custom_role_sk') return actor.branches.includes(place);
  return actor.role === 'custom_role_ck' && actor.kitchens.includes(place);
}

/** Whose rows an actor sees. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'branches'; branches: string[] }
  | { kind: 'kitchens'; kitchens: string[] }
  | { kind: 'none' };

/**
 * Branch users see the rows of their own branches; kitchen users the stock of their own kitchens and the orders
 * that ever reached them; a branch or kitchen user without a place sees none; everybody else all.
 */
export function scopeOf(actor: Actor): Scope {
  if (actor.isMasterAdmin) return { kind: 'all' };
  if (actor.role === 'custom_role_sk') {
    return actor.branches.length > 0 ? { kind: 'branches', branches: actor.branches } : { kind: 'none' };
  }
  if (actor.role === 'custom_role_ck') {
    return actor.kitchens.length > 0 ? { kind: 'kitchens', kitchens: actor.kitchens } : { kind: 'none' };
  }
  return { kind: 'all' };
}

/** Whose something is: branch users see it by its branches, kitchen users by its kitchens. */
export interface Audience {
  branches: readonly string[];
  kitchens: readonly string[];
}

/** Whether what belongs to these branches and kitchens is in an actor's scope. */
export function isInScope(actor: Actor, { branches, kitchens }: Audience): boolean {
  const scope = scopeOf(actor);
  switch (scope.kind) {
    case 'all':
      return true;
    case 'branches':
      return branches.some((id) => scope.branches.includes(id));
    case 'kitchens':
      return kitchens.some((id) => scope.kitchens.includes(id));
    case 'none':
      return false;
  }
}

/** The branches and kitchens that an actor is bound to, none for whoever is bound without a place; null for all. */
export function ownPlaces(actor: Actor): readonly string[] | null {
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return null;
  if (scope.kind === 'none') return [];
  return scope.kind === 'branches' ? scope.branches : scope.kitchens;
}

/** Whether a branch or kitchen is one of the actor's own, as every one is of whoever is bound to none. */
export const isOwnPlace = (actor: Actor, place: string): boolean => ownPlaces(actor)?.includes(place) ?? true;

/**
 * May this person look at another one's account, sessions and doings, where users may be read at all? Who is bound to
 * places sees the people of those places; without any place, nobody but themselves.
 */
export function seesPerson(actor: Actor, person: Pick<Actor, '_id' | 'branches' | 'kitchens'>): boolean {
  if (person._id === actor._id) return true;
  const own = ownPlaces(actor);
  return own === null || [...person.branches, ...person.kitchens].some((place) => own.includes(place));
}
