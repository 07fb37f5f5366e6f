import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hidesBookQuantities } from '#domain/counts/blind.ts';
import type { Actor } from '#domain/permissions.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

/** What the books of open blind counts keep from somebody. */
export interface HiddenStock {
  /** Whether the stock of an item at a place is not told. */
  has(placeId: string, itemId: string): boolean;
  /** All of it. */
  goods: readonly { placeId: string; itemId: string }[];
  /** Whether rows may be told, by the columns with their place and item. */
  isVisible(place: string, item: string): RawBuilder<SqlBool>;
}

const nothingHidden: HiddenStock = { has: () => false, goods: [], isVisible: () => sql<SqlBool>`1 = 1` };

/** In the very words of the index of counts that are not settled, which are few: values that are bound would not find it. */
export const isUnsettledCount = sql<SqlBool>`${sql.ref('status')} in ('Counting', 'Recount', 'Submitted')`;

/** It is asked with every look at stock. */
const openBlindCounts = statement((db) =>
  db
    .selectFrom('stockCounts')
    .select(['_id', 'branch', 'status'])
    .where(isUnsettledCount)
    .where('status', 'in', ['Counting', 'Recount'])
    .where('blind', '=', 1),
);

const countedBy = statement((db, by: string, counts: readonly string[]) =>
  db
    .selectFrom('stockCountEntries')
    .select('countId')
    .distinct()
    .where('countId', 'in', counts)
    .where('by', '=', by),
);

const itemsOfCounts = statement((db, counts: readonly string[]) =>
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
 * The stock that a person is not told of: of items of a blind count that is open, at the place that is counted, for those who count
 * there. Every answer that says how much there is, or lets it be worked out, asks here.
 */
export async function loadHiddenStock(db: Queryable, actor: Actor): Promise<HiddenStock> {
  const open = await openBlindCounts(db);
  if (open.length === 0) return nothingHidden;
  const counted = new Set(
    (
      await countedBy(
        db,
        actor._id,
        open.map(({ _id }) => _id),
      )
    ).map(({ countId }) => countId),
  );
  const kept = open.filter(({ _id, branch, status }) =>
    hidesBookQuantities({ status, branch, blind: true }, actor, counted.has(_id)),
  );
  if (kept.length === 0) return nothingHidden;
  const goods = await itemsOfCounts(
    db,
    kept.map(({ _id }) => _id),
  );
  const keys = new Set(goods.map(({ placeId, itemId }) => `${placeId} ${itemId}`));
  return {
    has: (placeId, itemId) => keys.has(`${placeId} ${itemId}`),
    goods,
    isVisible: (place, item) => {
      const ways = kept.map(
        ({ _id, branch }) => sql<SqlBool>`(${sql.ref(place)} = ${branch} and ${sql.ref(item)} in (
          select ${sql.ref('itemId')} from ${sql.table('stockCountLines')} where ${sql.ref('countId')} = ${_id}))`,
      );
      return sql<SqlBool>`not (${sql.join(ways, sql` or `)})`;
    },
  };
}
