import {
  type Collection,
  collectionAccess,
  headOfficeWrites,
  pageCollections,
  headOfficeReads,
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
  /** One of the own locations is a franchise. The server works it out; what goods cost the business is hidden then. */
  isAtFranchise?: boolean;
}

export const permissionFlags = [
  'canCreate',
  'canEdit',
  'canDelete',
  'canView',
] as const satisfies readonly Flag[];

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
export function getWritePages(collection: Collection): string[] {
  const isWorking = collectionAccess[collection] === 'working';
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
export function canRead(actor: Actor, collection: Collection): boolean {
  if (!hasFlag(actor, 'canView')) return false;
  if (headOfficeReads.has(collection) && !isForWholeBusiness(actor)) return false;
  if (collectionAccess[collection] === 'reference') return true;
  return pagesShowing(collection).some((page) => canOpenPage(actor, page));
}

/**
 * May this person write the collection: the flag, a page it is written from, and for what is of head office alone no
 * place that they are bound to. The document's own rules come after.
 */
export function canWrite(actor: Actor, collection: Collection, flag: Flag): boolean {
  if (headOfficeWrites.has(collection) && !isForWholeBusiness(actor)) return false;
  return hasFlag(actor, flag) && getWritePages(collection).some((page) => canOpenPage(actor, page));
}

/** What a call needs: a flag on a collection, and all locations where it changes something that holds for all of them. */
export interface Right {
  collection: Collection;
  /** `anyWrite`: at least one of canCreate, canEdit and canDelete. */
  flag: Flag | 'anyWrite';
  isForAllPlaces?: true;
}

const writeFlags = ['canCreate', 'canEdit', 'canDelete'] as const satisfies readonly Flag[];

/** Whether an actor holds a right. The rules of the documents come after. */
export const hasRight = (actor: Actor, right: Right): boolean => getMissingRight(actor, right) === null;

/** Which part of a right an actor lacks: the flag, a page with the collection, or all locations; null for none. */
export function getMissingRight(
  actor: Actor,
  { collection, flag, isForAllPlaces }: Right,
): 'flag' | 'page' | 'places' | null {
  const wanted = flag === 'anyWrite' ? writeFlags : [flag];
  const may = (one: Flag) =>
    one === 'canView' ? canRead(actor, collection) : canWrite(actor, collection, one);
  const isOfAll = isForAllPlaces || (flag === 'canView' ? headOfficeReads : headOfficeWrites).has(collection);
  if (isOfAll && !isForWholeBusiness(actor)) return 'places';
  if (!wanted.some((one) => hasFlag(actor, one))) return 'flag';
  return wanted.some(may) ? null : 'page';
}

/** Whether an actor may see what goods cost the business. A franchise may not, whatever pages its people hold. */
export const canSeeBusinessCosts = (actor: Actor): boolean => !actor.isAtFranchise && canRead(actor, 'costs');

/** Whether an actor may see what suppliers charge the business: who sees costs, who buys, and who manages packs. */
export const canSeePurchasePrices = (actor: Actor): boolean =>
  canSeeBusinessCosts(actor) ||
  (!actor.isAtFranchise &&
    ((['purchase-orders', 'goods-receipts', 'supplier-invoices'] as const).some((each) =>
      canRead(actor, each),
    ) ||
      writeFlags.some((flag) => canWrite(actor, 'packagings', flag))));

/**
 * Who may read an amount of master data. `open`: whoever reads the row; `margin`: nobody at a franchise, since it leads
 * from what is charged to what goods cost; `purchase`: whoever sees purchase prices; `cost`: whoever sees business costs.
 */
export type MoneyVisibility = 'open' | 'margin' | 'purchase' | 'cost';

const seesMark: Readonly<Record<MoneyVisibility, (actor: Actor) => boolean>> = {
  open: () => true,
  margin: ({ isAtFranchise }) => !isAtFranchise,
  purchase: canSeePurchasePrices,
  cost: canSeeBusinessCosts,
};

/** Whether an actor may read a field with this mark; nobody may read a marked one without being signed in. */
export const canSeeMoney = (actor: Actor | null, mark: MoneyVisibility = 'open'): boolean =>
  mark === 'open' || (actor !== null && seesMark[mark](actor));

/**
 * Whether this person is told what goods cost at the own places: who may see costs, and who records waste or counts there,
 * where the screen shows what it costs before and after. What a document charges is for both of its sides.
 */
export const canSeeStockCosts = (actor: Actor): boolean =>
  (['costs', 'wastage', 'stock-counts'] as const).some((collection) => canRead(actor, collection));

/** Built-in roles of SPEC section 6 that belong to one kind of location, and to none until one is assigned. */
const locationKind: Readonly<Record<Role, 'branches' | 'kitchens'>> = {
  custom_role_sk: 'branches',
  custom_role_ck: 'kitchens',
};

/** Built-in roles of SPEC section 6 that work for all locations, whichever are assigned. */
const isForAllLocations = ({ isMasterAdmin, role }: Actor): boolean =>
  isMasterAdmin || role === 'admin' || role === 'master_admin';

/** Locations whose rows an actor sees and works on. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'places'; branches: readonly string[]; kitchens: readonly string[] }
  | { kind: 'none' };

/**
 * The actor's locations. A branch user has the assigned branches, a kitchen user the assigned kitchens, and neither
 * anything without one; every other role has what is assigned, and all locations where nothing is.
 */
export function scopeOf(actor: Actor): Scope {
  if (isForAllLocations(actor)) return { kind: 'all' };
  const only = Object.hasOwn(locationKind, actor.role) ? locationKind[actor.role] : undefined;
  const branches = only === 'kitchens' ? [] : actor.branches;
  const kitchens = only === 'branches' ? [] : actor.kitchens;
  if (branches.length + kitchens.length > 0) return { kind: 'places', branches, kitchens };
  return only === undefined ? { kind: 'all' } : { kind: 'none' };
}

/** Whether an actor works for the whole business: for all locations, and not for some of them. */
export const isForWholeBusiness = (actor: Actor): boolean => scopeOf(actor).kind === 'all';

/** Whether an actor works for kitchens: for some, or for all locations. */
export function worksInKitchens(actor: Actor): boolean {
  const scope = scopeOf(actor);
  return scope.kind === 'all' || (scope.kind === 'places' && scope.kitchens.length > 0);
}

/** Whether an actor works in kitchens and in no branch: such people see a branch by the kitchen that supplies it. */
export function isKitchenStaff(actor: Actor): boolean {
  const scope = scopeOf(actor);
  return scope.kind === 'places' && scope.branches.length === 0;
}

/** Whether an actor administers the business: may change the settings that hold for all locations. */
export const isAdministrator = (actor: Actor): boolean => canWrite(actor, 'settings', 'canEdit');

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
    case 'places':
      return (
        branches.some((id) => scope.branches.includes(id)) ||
        kitchens.some((id) => scope.kitchens.includes(id))
      );
    case 'none':
      return false;
  }
}

/** The ids of the actor's locations; null for all. */
export function ownLocations(actor: Actor): readonly string[] | null {
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return null;
  return scope.kind === 'none' ? [] : [...scope.branches, ...scope.kitchens];
}

/** Whether a branch or kitchen is one of the actor's locations. */
export const isOwnLocation = (actor: Actor, place: string): boolean =>
  ownLocations(actor)?.includes(place) ?? true;

/** Whether the actor may act for a branch or kitchen: buy, receive, send and make things there, as flags and pages allow. */
export const canActAt = (actor: Actor, place: string): boolean => isOwnLocation(actor, place);

/**
 * May this person look at another one's account, sessions and doings, where users may be read at all? Who is bound to
 * places sees the people of those places; without any place, nobody but themselves.
 */
export function canSeeUser(actor: Actor, person: Pick<Actor, '_id' | 'branches' | 'kitchens'>): boolean {
  if (person._id === actor._id) return true;
  const own = ownLocations(actor);
  return own === null || [...person.branches, ...person.kitchens].some((place) => own.includes(place));
}
