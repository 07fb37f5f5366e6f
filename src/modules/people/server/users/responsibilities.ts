import { type Actor, isOwnLocation, canWrite, getOwnLocations } from '#core/permissions.ts';
import { canDecideReview, reviewedCollections } from '#core/reviews.ts';
import type { RightsChange } from '../../user-input.ts';
import type { UserResponsibilities } from '../../user-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { toActor } from '#platform/server/http/session.ts';

/**
 * Returns the responsibilities that no other user has: purchase categories to approve, locations, proposals
 * and draft orders. With `change`, returns only those that the user would lose.
 */
export async function findResponsibilities(
  db: Queryable,
  id: string,
  change: RightsChange | null = null,
): Promise<UserResponsibilities> {
  const rows = await db.selectFrom('users').selectAll().where('isActive', '=', 1).execute();
  const actors = rows.map(toActor);
  const person = actors.find(({ _id }) => _id === id);
  if (!person)
    return {
      approvalCategories: await loadApprovedCategories(db, id),
      locations: [],
      pendingReviews: 0,
      draftOrders: 0,
    };
  const others = actors.filter(({ _id }) => _id !== id);
  const loses: LosesPermission = (isAllowed) =>
    change === null || (isAllowed(person) && !isAllowed({ ...person, ...pickDefinedChanges(change) }));
  return {
    approvalCategories: loses(canApprove) ? await loadApprovedCategories(db, id) : [],
    locations: await findSolePlaces(db, person, others, loses),
    pendingReviews: await countSoleReviews(db, person, others, loses),
    draftOrders: await countSoleDrafts(db, id, loses),
  };
}

/** Whether the change takes away a permission that the user currently has. */
type LosesPermission = (isAllowed: (actor: Actor) => boolean) => boolean;

const pickDefinedChanges = (change: RightsChange): Partial<Actor> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const canApprove = (actor: Actor): boolean => canWrite(actor, 'purchase-orders', 'canEdit');

/** Whether a user orders, receives or ships at this location. */
const canWorkAt = (place: string) => (actor: Actor) =>
  getOwnLocations(actor)?.includes(place) === true && canWrite(actor, 'orders', 'canEdit');

function loadApprovedCategories(db: Queryable, id: string) {
  return db
    .selectFrom('purchaseCategories')
    .select(['_id', 'name', 'nameAlt'])
    .where('approver', '=', id)
    .where('isActive', '=', 1)
    .orderBy('search')
    .execute();
}

/** Finds locations whose orders and stock no other branch or kitchen user can see. */
async function findSolePlaces(
  db: Queryable,
  person: Actor,
  others: readonly Actor[],
  loses: LosesPermission,
) {
  const assignedPlaces = (getOwnLocations(person) ?? []).filter(
    (place) => loses(canWorkAt(place)) && !others.some((other) => getOwnLocations(other)?.includes(place)),
  );
  if (assignedPlaces.length === 0) return [];
  return db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('_id', 'in', assignedPlaces)
    .where('isActive', '=', 1)
    .orderBy('search')
    .execute();
}

/** Counts pending proposals that only this user may decide. */
async function countSoleReviews(
  db: Queryable,
  person: Actor,
  others: readonly Actor[],
  loses: LosesPermission,
): Promise<number> {
  const canDecideAny = reviewedCollections.some((collection) =>
    canDecideReview(person, { collection, operation: 'change', byId: '' }),
  );
  if (!canDecideAny) return 0;
  const pending = await db
    .selectFrom('reviews')
    .select(['collection', 'operation', 'byId'])
    .where('status', '=', 'Pending')
    .limit(maxInspected)
    .execute();
  const isDecidedOnlyByUser = (review: (typeof pending)[number]) =>
    canDecideReview(person, review) &&
    loses((actor) => canDecideReview(actor, review)) &&
    !others.some((other) => canDecideReview(other, review));
  return pending.filter(isDecidedOnlyByUser).length;
}

/** Counts draft orders that the user created and can currently continue. */
async function countSoleDrafts(db: Queryable, id: string, loses: LosesPermission): Promise<number> {
  const drafts = await db
    .selectFrom('orders')
    .select('branch')
    .where('status', '=', 'Draft')
    .where('userId', '=', id)
    .limit(maxInspected)
    .execute();
  const canContinue = (branch: string) => (actor: Actor) =>
    canWrite(actor, 'orders', 'canEdit') && isOwnLocation(actor, branch);
  return drafts.filter(({ branch }) => loses(canContinue(branch))).length;
}

const maxInspected = 500;
