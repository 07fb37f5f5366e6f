import { type Actor, isOwnLocation, canWrite, ownLocations } from '#domain/permissions.ts';
import { canDecideReview, reviewedCollections } from '#domain/reviews.ts';
import type { RightsChange, UserResponsibilities } from '#contract/users.ts';
import type { Queryable } from '../../db/types.ts';
import { toActor } from '../../http/session.ts';

/**
 * What is left undone once this user is gone: purchase categories they approve, places that nobody else works for,
 * proposals that nobody else may decide about, and orders they have begun. With `change`: once they hold that instead;
 * then only what they can do now and cannot do any more.
 */
export async function findResponsibilities(
  db: Queryable,
  id: string,
  change: RightsChange | null = null,
): Promise<UserResponsibilities> {
  const rows = await db.selectFrom('users').selectAll().where('isActive', '=', 1).execute();
  const actors = rows.map(toActor);
  const person = actors.find(({ _id }) => _id === id);
  if (!person) return { approves: await approvedBy(db, id), places: [], reviews: 0, drafts: 0 };
  const others = actors.filter(({ _id }) => _id !== id);
  const loses: Loses = (may) => change === null || (may(person) && !may({ ...person, ...changesOf(change) }));
  return {
    approves: loses(mayApprove) ? await approvedBy(db, id) : [],
    places: await findSolePlaces(db, person, others, loses),
    reviews: await countSoleReviews(db, person, others, loses),
    drafts: await countSoleDrafts(db, id, loses),
  };
}

/** Whether something that the rules let somebody do is taken from this user. */
type Loses = (may: (actor: Actor) => boolean) => boolean;

const changesOf = (change: RightsChange): Partial<Actor> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const mayApprove = (actor: Actor): boolean => canWrite(actor, 'purchase-orders', 'canEdit');

/** Orders, receives or ships there. */
const worksAt = (place: string) => (actor: Actor) =>
  ownLocations(actor)?.includes(place) === true && canWrite(actor, 'orders', 'canEdit');

function approvedBy(db: Queryable, id: string) {
  return db
    .selectFrom('purchaseCategories')
    .select(['_id', 'name', 'nameAlt'])
    .where('approver', '=', id)
    .where('isActive', '=', 1)
    .orderBy('search')
    .execute();
}

/** Places whose orders and stock no other branch or kitchen user sees. */
async function findSolePlaces(db: Queryable, person: Actor, others: readonly Actor[], loses: Loses) {
  const own = (ownLocations(person) ?? []).filter(
    (place) => loses(worksAt(place)) && !others.some((other) => ownLocations(other)?.includes(place)),
  );
  if (own.length === 0) return [];
  return db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('_id', 'in', own)
    .where('isActive', '=', 1)
    .orderBy('search')
    .execute();
}

/** How many waiting proposals only this user may decide about. */
async function countSoleReviews(
  db: Queryable,
  person: Actor,
  others: readonly Actor[],
  loses: Loses,
): Promise<number> {
  const mayDecideAny = reviewedCollections.some((collection) =>
    canDecideReview(person, { collection, operation: 'change', byId: '' }),
  );
  if (!mayDecideAny) return 0;
  const waiting = await db
    .selectFrom('reviews')
    .select(['collection', 'operation', 'byId'])
    .where('status', '=', 'Pending')
    .limit(maxInspected)
    .execute();
  const isTheirs = (review: (typeof waiting)[number]) =>
    canDecideReview(person, review) &&
    loses((actor) => canDecideReview(actor, review)) &&
    !others.some((other) => canDecideReview(other, review));
  return waiting.filter(isTheirs).length;
}

/** How many orders they have begun and not submitted, where they could go on now. */
async function countSoleDrafts(db: Queryable, id: string, loses: Loses): Promise<number> {
  const drafts = await db
    .selectFrom('orders')
    .select('branch')
    .where('status', '=', 'Draft')
    .where('userId', '=', id)
    .limit(maxInspected)
    .execute();
  const goesOn = (branch: string) => (actor: Actor) =>
    canWrite(actor, 'orders', 'canEdit') && isOwnLocation(actor, branch);
  return drafts.filter(({ branch }) => loses(goesOn(branch))).length;
}

const maxInspected = 500;
