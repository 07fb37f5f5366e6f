import {
  type Actor,
  canOpenPage,
  permissionFlags,
  hasFlag,
  isForWholeBusiness,
  type Role,
} from './permissions.ts';
import { canDecideReview, reviewedCollections, reviewOperations } from './reviews.ts';

/** Who gives rights away, or takes them: what they hold themselves, and whether their role's changes are reviewed. */
export type GrantHolder = Actor & {
  /** What they change of items and packs waits for somebody's look; false where nobody says so. */
  isReviewed?: boolean;
};

type Held =
  | 'role'
  | 'isMasterAdmin'
  | 'permissions'
  | 'allowedPages'
  | 'branches'
  | 'kitchens'
  | 'isReviewed';

/** What a user or a role holds, or is to hold afterwards: the whole resulting record; what is absent is not judged. */
export type Grants = Partial<Pick<GrantHolder, Held | '_id'>>;

/** Nobody grants more than they hold. True when everything granted is held by the actor; see `grantsBeyond`. */
export function canGrant(actor: GrantHolder, grants: Grants): boolean {
  return findExcessGrants(actor, grants).length === 0;
}

/**
 * The fields in which a record goes beyond what the actor holds, empty when none does. Asked of the record before a
 * change it says who is not theirs to change; asked of the record that would result, by whatever way, what they cannot
 * grant. Nobody goes beyond themselves, and who may not grant something may not grant it in two steps either: every
 * record that a chain of grants ends in is within the first of them.
 */
export function findExcessGrants(actor: GrantHolder, grants: Grants): Held[] {
  if (actor.isMasterAdmin) return [];
  const isAll = isForWholeBusiness(actor);
  const isWithinPlaces = isAll || !worksEverywhere(actor, grants);
  const isWithin: Record<Held, boolean> = {
    isMasterAdmin: !grants.isMasterAdmin,
    role: grants.role === undefined || mayGrantRole(actor, grants.role),
    permissions: permissionFlags.every((flag) => !grants.permissions?.[flag] || actor.permissions[flag]),
    allowedPages: mayGrantPages(actor, grants) && !decidesForThem(actor, grants),
    branches: isAll || (within(grants.branches, actor.branches) && isWithinPlaces),
    kitchens: isAll || within(grants.kitchens, actor.kitchens),
    isReviewed: !actor.isReviewed || grants.isReviewed !== false,
  };
  return (Object.keys(isWithin) as Held[]).filter((field) => !isWithin[field]);
}

/** Whether a user who holds these grants would work for all locations. Grants that don't name the locations are not judged. */
function worksEverywhere(actor: Actor, { role = actor.role, branches, kitchens }: Grants): boolean {
  if (branches === undefined || kitchens === undefined) return false;
  return isForWholeBusiness({ ...actor, isMasterAdmin: false, role, branches, kitchens });
}

/** Built-in roles that work for one kind of location only. */
const boundRoles: ReadonlySet<Role> = new Set(['custom_role_sk', 'custom_role_ck']);

/**
 * A role of an administrator's making is a name for flags, pages and locations, which are judged by themselves: who has
 * one gives any role but the two that work for all locations. Branch and kitchen users give their own role only.
 */
function mayGrantRole(actor: Actor, role: Role): boolean {
  if (role === actor.role) return true;
  if (actor.role === 'admin') return role !== 'master_admin';
  return !boundRoles.has(actor.role) && role !== 'admin' && role !== 'master_admin';
}

/** `*` opens every page, and so does an empty list for who holds canView: only who opens every page grants that. */
function mayGrantPages(actor: Actor, { allowedPages, permissions }: Grants): boolean {
  if (allowedPages === undefined || opensAll(actor)) return true;
  if (allowedPages.length === 0) return permissions?.canView === false;
  const holds = (page: string) => canOpenPage(actor, page) || actor.allowedPages.includes(page);
  // `/*` is a page of that name, which opens nothing else; who holds it may not give `*` for it.
  return allowedPages.every((page) => page !== '*' && holds(page));
}

const opensAll = (actor: Actor): boolean =>
  actor.allowedPages.includes('*') || (actor.allowedPages.length === 0 && hasFlag(actor, 'canView'));

/**
 * Whether somebody who must be reviewed would have the second pair of eyes in their own hand: a user whom they make, or
 * whose password they set, may not decide about what they propose.
 */
function decidesForThem(actor: GrantHolder, grants: Grants): boolean {
  const { allowedPages, permissions, role } = grants;
  if (!actor.isReviewed || !allowedPages || !permissions || role === undefined) return false;
  const other: Actor = {
    ...actor,
    _id: grants._id ?? '',
    role,
    isMasterAdmin: grants.isMasterAdmin ?? false,
    permissions,
    allowedPages,
  };
  return reviewedCollections.some((collection) =>
    reviewOperations.some((operation) => canDecideReview(other, { collection, operation, byId: actor._id })),
  );
}

function within(granted: readonly string[] | undefined, held: readonly string[]): boolean {
  return (granted ?? []).every((id) => held.includes(id));
}
