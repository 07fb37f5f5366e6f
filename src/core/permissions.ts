import {
  type Collection,
  collectionAccess,
  headOfficeWrites,
  pageCollections,
  headOfficeReads,
} from './collections.ts';
import { isPathAllowed } from './pages.ts';

export type { Collection } from './collections.ts';

/**
 * Key of a role. Four are built in (`custom_role_sk`, `custom_role_ck`, `admin`, `master_admin`); all others
 * are custom roles.
 */
export type Role = string;

export interface Permissions {
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canView: boolean;
}

export type Flag = keyof Permissions;

/** The signed-in user, with the properties that the rules use. */
export interface Actor {
  _id: string;
  name: string;
  email: string;
  role: Role;
  isMasterAdmin: boolean;
  permissions: Permissions;
  allowedPages: string[];
  /** Ids of the user's branches (branch users) and kitchens (kitchen users). */
  branches: string[];
  kitchens: string[];
  /**
   * Whether one of their locations is a franchise, so that the business's costs are hidden. Computed by the
   * server.
   */
  isAtFranchise?: boolean;
}

export const permissionFlags = [
  'canCreate',
  'canEdit',
  'canDelete',
  'canView',
] as const satisfies readonly Flag[];

/** Returns whether the user has a flag; master admins have all. */
export function hasFlag(actor: Actor, flag: Flag): boolean {
  return actor.isMasterAdmin || actor.permissions[flag];
}

/**
 * Returns whether a user may open a page (SPEC section 6). `path` may have a leading slash; prefixes match
 * whole segments, so `branch-order` opens `/branch-order/create-order` but not `/branch-orders`. An empty
 * page list falls back to canView.
 */
export function canOpenPage(actor: Actor, path: string): boolean {
  if (actor.isMasterAdmin || actor.allowedPages.includes('*')) return true;
  if (actor.allowedPages.length === 0) return actor.permissions.canView;
  return isPathAllowed(actor.allowedPages, path);
}

const landingPageByRole: Readonly<Record<Role, string>> = {
  custom_role_sk: '/branch-order/create-order',
  custom_role_ck: '/central-kitchen/dashboard',
};

const defaultLandingPage = '/dashboard';

/** Returns the landing page after sign-in (SPEC section 6). */
export function getLandingPage(role: Role): string {
  return Object.hasOwn(landingPageByRole, role)
    ? (landingPageByRole[role] ?? defaultLandingPage)
    : defaultLandingPage;
}

/** Returns every landing page. */
export const listLandingPages = (): string[] => [...Object.values(landingPageByRole), defaultLandingPage];

/**
 * Returns the pages that can write a collection: pages that show it if it is a working collection, otherwise
 * only pages that manage it.
 */
export function getWritePages(collection: Collection): string[] {
  const isWorking = collectionAccess[collection] === 'working';
  return pageCollections
    .filter((row) => row.manages?.includes(collection) || (isWorking && row.shows?.includes(collection)))
    .map((row) => row.page);
}

/** Returns the pages from which a collection can be read, unless it is reference data. */
function getReadPages(collection: Collection): string[] {
  return pageCollections
    .filter((row) => row.manages?.includes(collection) || row.shows?.includes(collection))
    .map((row) => row.page);
}

/**
 * Returns whether a user may read a collection at all. `getScope` restricts the rows; users assigned to
 * locations can't read head office data.
 */
export function canRead(actor: Actor, collection: Collection): boolean {
  if (!hasFlag(actor, 'canView')) return false;
  if (headOfficeReads.has(collection) && !hasAllLocations(actor)) return false;
  if (collectionAccess[collection] === 'reference') return true;
  return getReadPages(collection).some((page) => canOpenPage(actor, page));
}

/**
 * Returns whether a user may write a collection: they need the flag, a page that writes it and, for head
 * office data, access to all locations. Rules for individual documents are checked later.
 */
export function canWrite(actor: Actor, collection: Collection, flag: Flag): boolean {
  if (headOfficeWrites.has(collection) && !hasAllLocations(actor)) return false;
  return hasFlag(actor, flag) && getWritePages(collection).some((page) => canOpenPage(actor, page));
}

/**
 * The right that a request needs: a flag on a collection, and access to all locations if it affects all of
 * them.
 */
export interface Right {
  collection: Collection;
  /** `anyWrite`: at least one of canCreate, canEdit and canDelete. */
  flag: Flag | 'anyWrite';
  needsAllLocations?: true;
}

const writeFlags = ['canCreate', 'canEdit', 'canDelete'] as const satisfies readonly Flag[];

/** Returns whether an actor has a right. Rules for individual documents are checked later. */
export const hasRight = (actor: Actor, right: Right): boolean => getMissingRight(actor, right) === null;

/**
 * Returns the missing part of a right: the flag, a page with the collection, or access to all locations; null
 * if none is missing.
 */
export function getMissingRight(
  actor: Actor,
  { collection, flag, needsAllLocations }: Right,
): 'flag' | 'page' | 'places' | null {
  const flags = flag === 'anyWrite' ? writeFlags : [flag];
  const canUseFlag = (candidate: Flag) =>
    candidate === 'canView' ? canRead(actor, collection) : canWrite(actor, collection, candidate);
  const isBusinessWide =
    needsAllLocations || (flag === 'canView' ? headOfficeReads : headOfficeWrites).has(collection);
  if (isBusinessWide && !hasAllLocations(actor)) return 'places';
  if (!flags.some((needed) => hasFlag(actor, needed))) return 'flag';
  return flags.some(canUseFlag) ? null : 'page';
}

/** Returns whether an actor may see the business's costs; never true at a franchise. */
export const canSeeBusinessCosts = (actor: Actor): boolean => !actor.isAtFranchise && canRead(actor, 'costs');

/** Returns whether an actor may see supplier prices: users who see costs, buy, or manage packs. */
export const canSeePurchasePrices = (actor: Actor): boolean =>
  canSeeBusinessCosts(actor) ||
  (!actor.isAtFranchise &&
    ((['purchase-orders', 'goods-receipts', 'supplier-invoices'] as const).some((collection) =>
      canRead(actor, collection),
    ) ||
      writeFlags.some((flag) => canWrite(actor, 'packagings', flag))));

/**
 * Visibility of an amount in master data. `open`: everyone who can read the row; `margin`: hidden at a
 * franchise, because costs could be derived from it; `purchase`: users who see purchase prices; `cost`: users
 * who see business costs.
 */
export type MoneyVisibility = 'open' | 'margin' | 'purchase' | 'cost';

const canSeeByVisibility: Readonly<Record<MoneyVisibility, (actor: Actor) => boolean>> = {
  open: () => true,
  margin: ({ isAtFranchise }) => !isAtFranchise,
  purchase: canSeePurchasePrices,
  cost: canSeeBusinessCosts,
};

/**
 * Returns whether an actor may read a field with this visibility; restricted fields need a signed-in user.
 */
export const canSeeMoney = (actor: Actor | null, visibility: MoneyVisibility = 'open'): boolean =>
  visibility === 'open' || (actor !== null && canSeeByVisibility[visibility](actor));

/**
 * Returns whether a user sees costs of their own locations: users who may see costs, and users who record
 * waste or counts, because those screens show costs. Amounts charged by documents are visible to both sides.
 */
export const canSeeStockCosts = (actor: Actor): boolean =>
  (['costs', 'wastage', 'stock-counts'] as const).some((collection) => canRead(actor, collection));

/**
 * Built-in roles of SPEC section 6 that belong to one kind of location, and have no access until a location
 * is assigned.
 */
const locationKind: Readonly<Record<Role, 'branches' | 'kitchens'>> = {
  custom_role_sk: 'branches',
  custom_role_ck: 'kitchens',
};

/** Built-in roles of SPEC section 6 that have access to all locations, regardless of assignments. */
const hasAllLocationsByRole = ({ isMasterAdmin, role }: Actor): boolean =>
  isMasterAdmin || role === 'admin' || role === 'master_admin';

/** Locations whose rows an actor sees and works on. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'places'; branches: readonly string[]; kitchens: readonly string[] }
  | { kind: 'none' };

/**
 * Returns the actor's locations. Branch users have their assigned branches and kitchen users their assigned
 * kitchens, possibly none; other roles have their assigned locations, or all locations if none are assigned.
 */
export function getScope(actor: Actor): Scope {
  if (hasAllLocationsByRole(actor)) return { kind: 'all' };
  const assignable = Object.hasOwn(locationKind, actor.role) ? locationKind[actor.role] : undefined;
  const branches = assignable === 'kitchens' ? [] : actor.branches;
  const kitchens = assignable === 'branches' ? [] : actor.kitchens;
  if (branches.length + kitchens.length > 0) return { kind: 'places', branches, kitchens };
  return assignable === undefined ? { kind: 'all' } : { kind: 'none' };
}

/** Returns whether an actor has access to all locations. */
export const hasAllLocations = (actor: Actor): boolean => getScope(actor).kind === 'all';

/**
 * Returns whether an actor has access to any kitchen, by assignment or because they have access to all
 * locations.
 */
export function hasKitchenAccess(actor: Actor): boolean {
  const scope = getScope(actor);
  return scope.kind === 'all' || (scope.kind === 'places' && scope.kitchens.length > 0);
}

/**
 * Returns whether an actor works in kitchens only; kitchen users see branches through the kitchen that
 * supplies them.
 */
export function isKitchenStaff(actor: Actor): boolean {
  const scope = getScope(actor);
  return scope.kind === 'places' && scope.branches.length === 0;
}

/** Returns whether an actor may change business-wide settings. */
export const isAdministrator = (actor: Actor): boolean => canWrite(actor, 'settings', 'canEdit');

/** Owner of a row: branch users see it by its branches, kitchen users by its kitchens. */
export interface Audience {
  branches: readonly string[];
  kitchens: readonly string[];
}

/** Returns whether a row that belongs to these branches and kitchens is in an actor's scope. */
export function isInScope(actor: Actor, { branches, kitchens }: Audience): boolean {
  const scope = getScope(actor);
  switch (scope.kind) {
    case 'all':
      return true;
    case 'places':
      return (
        branches.some((id) => scope.branches.includes(id)) ||
        kitchens.some((id) => scope.kitchens.includes(id))
      );
    case 'none':
      return false;
  }
}

/** Returns the ids of the actor's locations; null for all. */
export function getOwnLocations(actor: Actor): readonly string[] | null {
  const scope = getScope(actor);
  if (scope.kind === 'all') return null;
  return scope.kind === 'none' ? [] : [...scope.branches, ...scope.kitchens];
}

/** Returns whether a branch or kitchen is one of the actor's locations. */
export const isOwnLocation = (actor: Actor, place: string): boolean =>
  getOwnLocations(actor)?.includes(place) ?? true;

/**
 * Returns whether the actor may act for a location (buy, receive, send, produce), subject to flags and pages.
 */
export const canActAtLocation = (actor: Actor, place: string): boolean => isOwnLocation(actor, place);

/**
 * Returns whether a user may see another user's account, sessions and activity, if they can read users at
 * all. Users assigned to locations see the users of those locations; restricted users without a location see
 * only themselves.
 */
export function canSeeUser(actor: Actor, person: Pick<Actor, '_id' | 'branches' | 'kitchens'>): boolean {
  if (person._id === actor._id) return true;
  const assigned = getOwnLocations(actor);
  return (
    assigned === null || [...person.branches, ...person.kitchens].some((place) => assigned.includes(place))
  );
}
