import {
  type Actor,
  canOpenPage,
  permissionFlags,
  hasFlag,
  isForWholeBusiness,
  type Role,
} from './permissions.ts';
import { canDecideReview, reviewedCollections, reviewOperations } from './reviews.ts';

/**
 * The user who grants or revokes rights: their own rights, and whether changes by their role are reviewed.
 */
export type GrantHolder = Actor & {
  /** Whether their changes to items and packs need a review; false by default. */
  isReviewed?: boolean;
};

type GrantField =
  | 'role'
  | 'isMasterAdmin'
  | 'permissions'
  | 'allowedPages'
  | 'branches'
  | 'kitchens'
  | 'isReviewed';

/** The complete resulting rights of a user or role; absent fields aren't checked. */
export type Grants = Partial<Pick<GrantHolder, GrantField | '_id'>>;

/** Returns whether the actor holds every right that is granted; see `findExcessGrants`. */
export function canGrant(actor: GrantHolder, grants: Grants): boolean {
  return findExcessGrants(actor, grants).length === 0;
}

/**
 * Returns the fields in which a record exceeds the actor's own rights. Applied to the record before a change
 * it protects users with more rights; applied to the result it prevents granting more than the actor holds.
 * Every record at the end of a chain of grants is within the first granter's rights, so two steps don't help
 * either.
 */
export function findExcessGrants(actor: GrantHolder, grants: Grants): GrantField[] {
  if (actor.isMasterAdmin) return [];
  const isForAllPlaces = isForWholeBusiness(actor);
  const isWithinPlaces = isForAllPlaces || !wouldWorkEverywhere(actor, grants);
  const isWithin: Record<GrantField, boolean> = {
    isMasterAdmin: !grants.isMasterAdmin,
    role: grants.role === undefined || canGrantRole(actor, grants.role),
    permissions: permissionFlags.every((flag) => !grants.permissions?.[flag] || actor.permissions[flag]),
    allowedPages: canGrantPages(actor, grants) && !wouldReviewOwnChanges(actor, grants),
    branches: isForAllPlaces || (isSubset(grants.branches, actor.branches) && isWithinPlaces),
    kitchens: isForAllPlaces || isSubset(grants.kitchens, actor.kitchens),
    isReviewed: !actor.isReviewed || grants.isReviewed !== false,
  };
  return (Object.keys(isWithin) as GrantField[]).filter((field) => !isWithin[field]);
}

/**
 * Returns whether a user with these grants would work for all locations. Grants without locations aren't
 * checked.
 */
function wouldWorkEverywhere(actor: Actor, { role = actor.role, branches, kitchens }: Grants): boolean {
  if (branches === undefined || kitchens === undefined) return false;
  return isForWholeBusiness({ ...actor, isMasterAdmin: false, role, branches, kitchens });
}

/** Built-in roles that work for one kind of location only. */
const singleKindRoles: ReadonlySet<Role> = new Set(['custom_role_sk', 'custom_role_ck']);

/**
 * Custom roles only bundle flags, pages and locations, which are checked separately, so an administrator can
 * give any role except the two for all locations. Branch and kitchen users can only give their own role.
 */
function canGrantRole(actor: Actor, role: Role): boolean {
  if (role === actor.role) return true;
  if (actor.role === 'admin') return role !== 'master_admin';
  return !singleKindRoles.has(actor.role) && role !== 'admin' && role !== 'master_admin';
}

/**
 * `*` opens every page, and an empty list does so for users with canView; only users with access to all pages
 * may grant that.
 */
function canGrantPages(actor: Actor, { allowedPages, permissions }: Grants): boolean {
  if (allowedPages === undefined || canOpenEveryPage(actor)) return true;
  if (allowedPages.length === 0) return permissions?.canView === false;
  const canOpen = (page: string) => canOpenPage(actor, page) || actor.allowedPages.includes(page);
  // `/*` is just a page of that name; its holder may not grant `*`.
  return allowedPages.every((page) => page !== '*' && canOpen(page));
}

const canOpenEveryPage = (actor: Actor): boolean =>
  actor.allowedPages.includes('*') || (actor.allowedPages.length === 0 && hasFlag(actor, 'canView'));

/**
 * Returns whether a reviewed user would control the reviewer: a user they create, or whose password they set,
 * may not decide on their proposals.
 */
function wouldReviewOwnChanges(actor: GrantHolder, grants: Grants): boolean {
  const { allowedPages, permissions, role } = grants;
  if (!actor.isReviewed || !allowedPages || !permissions || role === undefined) return false;
  // A role is judged by its most powerful user, who has no assigned locations and so works for all.
  const recipient: Actor = {
    ...actor,
    _id: grants._id ?? '',
    role,
    isMasterAdmin: grants.isMasterAdmin ?? false,
    permissions,
    allowedPages,
    branches: grants.branches ?? [],
    kitchens: grants.kitchens ?? [],
  };
  return reviewedCollections.some((collection) =>
    reviewOperations.some((operation) =>
      canDecideReview(recipient, { collection, operation, byId: actor._id }),
    ),
  );
}

function isSubset(granted: readonly string[] | undefined, owned: readonly string[]): boolean {
  return (granted ?? []).every((id) => owned.includes(id));
}
