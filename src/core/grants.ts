import {
  type Actor,
  canOpenPage,
  permissionFlags,
  hasFlag,
  hasAllLocations,
  type Role,
} from './permissions.ts';
import { canDecideReview, reviewedCollections, reviewOperations } from './reviews.ts';

/**
 * The user who grants or revokes rights: their own rights, and whether changes by users in their role are
 * reviewed.
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

/** Returns whether the actor has every right that is granted; see `findExcessGrants`. */
export function canGrant(actor: GrantHolder, grants: Grants): boolean {
  return findExcessGrants(actor, grants).length === 0;
}

/**
 * Returns the fields in which a record exceeds the actor's own rights. Checking the record before a change
 * protects users with more rights; checking the result prevents granting more rights than the actor has.
 * Because every record at the end of a chain of grants is within the first grantor's rights, rights can't be
 * gained in several steps either.
 */
export function findExcessGrants(actor: GrantHolder, grants: Grants): GrantField[] {
  if (actor.isMasterAdmin) return [];
  const coversAllLocations = hasAllLocations(actor);
  const staysWithinLocations = coversAllLocations || !wouldAccessAllLocations(actor, grants);
  const isWithin: Record<GrantField, boolean> = {
    isMasterAdmin: !grants.isMasterAdmin,
    role: grants.role === undefined || canGrantRole(actor, grants.role),
    permissions: permissionFlags.every((flag) => !grants.permissions?.[flag] || actor.permissions[flag]),
    allowedPages: canGrantPages(actor, grants) && !wouldReviewOwnChanges(actor, grants),
    branches: coversAllLocations || (isSubset(grants.branches, actor.branches) && staysWithinLocations),
    kitchens: coversAllLocations || isSubset(grants.kitchens, actor.kitchens),
    isReviewed: !actor.isReviewed || grants.isReviewed !== false,
  };
  return (Object.keys(isWithin) as GrantField[]).filter((field) => !isWithin[field]);
}

/**
 * Returns whether a user with these grants would have access to all locations. Grants without locations
 * aren't checked.
 */
function wouldAccessAllLocations(actor: Actor, { role = actor.role, branches, kitchens }: Grants): boolean {
  if (branches === undefined || kitchens === undefined) return false;
  return hasAllLocations({ ...actor, isMasterAdmin: false, role, branches, kitchens });
}

/** Built-in roles that are limited to one kind of location. */
const singleKindRoles: ReadonlySet<Role> = new Set(['custom_role_sk', 'custom_role_ck']);

/**
 * Returns whether the actor can assign a role. Custom roles only bundle flags, pages and locations, which are
 * checked separately, so every role except `admin` and `master_admin` can be assigned; admins can also assign
 * `admin`, and branch and kitchen users only their own role.
 */
function canGrantRole(actor: Actor, role: Role): boolean {
  if (role === actor.role) return true;
  if (actor.role === 'admin') return role !== 'master_admin';
  return !singleKindRoles.has(actor.role) && role !== 'admin' && role !== 'master_admin';
}

/**
 * Returns whether the actor can grant a list of pages. `*` opens every page, and an empty list does so for
 * users with canView; only users with access to all pages may grant these.
 */
function canGrantPages(actor: Actor, { allowedPages, permissions }: Grants): boolean {
  if (allowedPages === undefined || canOpenEveryPage(actor)) return true;
  if (allowedPages.length === 0) return permissions?.canView === false;
  const canOpen = (page: string) => canOpenPage(actor, page) || actor.allowedPages.includes(page);
  // `/*` is an ordinary page name; having it doesn't allow granting `*`.
  return allowedPages.every((page) => page !== '*' && canOpen(page));
}

const canOpenEveryPage = (actor: Actor): boolean =>
  actor.allowedPages.includes('*') || (actor.allowedPages.length === 0 && hasFlag(actor, 'canView'));

/**
 * Returns whether a reviewed user would control their own reviewer: users whom they create, or whose password
 * they set, must not be able to decide on their proposals.
 */
function wouldReviewOwnChanges(actor: GrantHolder, grants: Grants): boolean {
  const { allowedPages, permissions, role } = grants;
  if (!actor.isReviewed || !allowedPages || !permissions || role === undefined) return false;
  // A role is assessed by its most powerful user, who has no assigned locations and therefore has access to
  // all.
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
