import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hidesBookQuantities } from '#modules/stock-counts/blind.ts';
import type { Actor } from '#core/permissions.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Stock that open blind counts hide from a user. */
export interface HiddenStock {
  /** Whether the stock of an item at a place is hidden. */
  has(placeId: string, itemId: string): boolean;
  /** Every hidden item and place. */
  positions: readonly { placeId: string; itemId: string }[];
  /** SQL condition for visible rows, by their place and item columns. */
  isVisible(place: string, item: string): RawBuilder<SqlBool>;
}

const noHiddenStock: HiddenStock = { has: () => false, positions: [], isVisible: () => sql<SqlBool>`1 = 1` };

/** Literal text of the partial index on unsettled counts: with bound values the index would not be used. */
export const isUnsettledCount = sql<SqlBool>`${sql.ref('status')} in ('Counting', 'Recount', 'Submitted')`;

/** Runs with every stock query. */
const selectOpenBlindCounts = statement((db) =>
  db
    .selectFrom('stockCounts')
    .select(['_id', 'branch', 'status'])
    .where(isUnsettledCount)
    .where('status', 'in', ['Counting', 'Recount'])
    .where('blind', '=', 1),
);

const selectCountsOfUser = statement((db, userId: string, counts: readonly string[]) =>
  db
    .selectFrom('stockCountEntries')
    .select('countId')
    .distinct()
    .where('countId', 'in', counts)
    .where('by', '=', userId),
);

const selectCountItems = statement((db, counts: readonly string[]) =>
  db
    .selectFrom('stockCountLines as line')
    .innerJoin('stockCounts as count', 'count._id', 'line.countId')
    .select(['count.branch as placeId', 'line.itemId'])
    .distinct()
    .where('line.countId', 'in', counts)
    .orderBy('count.branch')
    .orderBy('line.itemId'),
);

/**
 * Loads the stock hidden from a user: the items of open blind counts at a location where the user counts.
 * Every response that contains or implies stock quantities must apply it.
 */
export async function loadHiddenStock(db: Queryable, actor: Actor): Promise<HiddenStock> {
  const openCounts = await selectOpenBlindCounts(db);
  if (openCounts.length === 0) return noHiddenStock;
  const countsOfUser = new Set(
    (
      await selectCountsOfUser(
        db,
        actor._id,
        openCounts.map(({ _id }) => _id),
      )
    ).map(({ countId }) => countId),
  );
  const hidingCounts = openCounts.filter(({ _id, branch, status }) =>
    hidesBookQuantities({ status, branch, blind: true }, actor, countsOfUser.has(_id)),
  );
  if (hidingCounts.length === 0) return noHiddenStock;
  const positions = await selectCountItems(
    db,
    hidingCounts.map(({ _id }) => _id),
  );
  const keys = new Set(positions.map(({ placeId, itemId }) => `${placeId} ${itemId}`));
  return {
    has: (placeId, itemId) => keys.has(`${placeId} ${itemId}`),
    positions,
    isVisible: (place, item) => {
      const hiddenRows = hidingCounts.map(
        ({ _id, branch }) => sql<SqlBool>`(${sql.ref(place)} = ${branch} and ${sql.ref(item)} in (
          select ${sql.ref('itemId')} from ${sql.table('stockCountLines')} where ${sql.ref('countId')} = ${_id}))`,
      );
      return sql<SqlBool>`not (${sql.join(hiddenRows, sql` or `)})`;
    },
  };
}
