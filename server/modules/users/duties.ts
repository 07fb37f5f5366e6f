import { type Actor, scopeOf } from '#domain/permissions.ts';
import { mayDecide, reviewedCollections } from '#domain/reviews.ts';
import type { UserDuties } from '#contract/users.ts';
import type { Queryable } from '../../db/types.ts';
import { toActor } from '../../http/session.ts';

/**
 * What nobody else does once this user is gone: purchase categories they approve, places that nobody else works for,
 * and proposals that nobody else may decide about.
 */
export async function dutiesOf(db: Queryable, id: string): Promise<UserDuties> {
  const rows = await db.selectFrom('users').selectAll().where('isActive', '=', 1).execute();
  const actors = rows.map(toActor);
  const person = actors.find(({ _id }) => _id === id);
  const others = actors.filter(({ _id }) => _id !== id);
  const approves = await db
    .selectFrom('purchaseCategories')
    .select(['_id', 'name'])
    .where('approver', '=', id)
    .where('isActive', '=', 1)
    .orderBy('name')
    .execute();
  return {
    approves,
    places: person ? await onlyTheirs(db, person, others) : [],
    reviews: person ? await undecided(db, person, others) : 0,
  };
}

/** Places whose orders and stock no other branch or kitchen user sees. */
async function onlyTheirs(db: Queryable, person: Actor, others: readonly Actor[]) {
  const own = placesOf(person).filter((place) => !others.some((other) => placesOf(other).includes(place)));
  if (own.length === 0) return [];
  return db
    .selectFrom('branches')
    .select(['_id', 'name'])
    .where('_id', 'in', own)
    .where('isActive', '=', 1)
    .orderBy('name')
    .execute();
}

function placesOf(actor: Actor): readonly string[] {
  const scope = scopeOf(actor);
  return scope.kind === 'branches' ? scope.branches : scope.kind === 'kitchens' ? scope.kitchens : [];
}

/** How many proposals that wait now this user may decide about, and nobody else. */
async function undecided(db: Queryable, person: Actor, others: readonly Actor[]): Promise<number> {
  const mayDecideAny = reviewedCollections.some((collection) =>
    mayDecide(person, { collection, operation: 'change', byId: '' }),
  );
  if (!mayDecideAny) return 0;
  const waiting = await db
    .selectFrom('reviews')
    .select(['collection', 'operation', 'byId'])
    .where('status', '=', 'Pending')
    .limit(mostLookedAt)
    .execute();
  const isTheirs = (review: (typeof waiting)[number]) =>
    mayDecide(person, review) && !others.some((other) => mayDecide(other, review));
  return waiting.filter(isTheirs).length;
}

const mostLookedAt = 500;
