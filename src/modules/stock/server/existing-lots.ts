import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ExistingLotQueryParams } from '#modules/lots/input.ts';
import type { ExistingLot } from '#modules/lots/shapes.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import { likePattern } from '#platform/server/db/like.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { loadLots, isLotVisibleTo, toLot } from './lots.ts';
import { isPlaceVisibleTo } from './scope.ts';

const ref = (name: string) => sql.ref(name);

/** Lists lots that the actor sees, including those without stock, newest first. */
export async function listExistingLots(
  db: Queryable,
  actor: Actor,
  query: ExistingLotQueryParams,
): Promise<ExistingLot[]> {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`o.code <> ''`];
  if (query.itemId !== undefined) conditions.push(sql<SqlBool>`o.${ref('itemId')} = ${query.itemId}`);
  if (query.lot !== undefined) conditions.push(sql<SqlBool>`o.code = ${query.lot}`);
  if (query.state === 'held') conditions.push(sql<SqlBool>`o.${ref('heldAt')} is not null`);
  if (query.q) {
    const q = foldText(query.q);
    conditions.push(sql<SqlBool>`(i.search like ${likePattern(q)} or o.search like ${likePattern(q)})`);
  }
  // Users who see every place see every lot, so the per-lot check is skipped.
  if (getScope(actor).kind !== 'all') conditions.push(isLotVisibleTo(actor));
  const lots = await loadLots(
    db,
    sql.join(conditions, sql` and `),
    sql`order by o.${ref('_id')} desc
      limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
  );
  const stock = await loadLotStock(
    db,
    actor,
    lots.flatMap(({ lotId }) => lotId ?? []),
  );
  return lots.map((lot) => {
    const positions = stock.get(lot.lotId ?? '') ?? [];
    const sum = (isIncluded: (type: string) => boolean) =>
      fromMicro(
        positions
          .filter(({ type }) => isIncluded(type))
          .reduce((all, { onHandMicro }) => all + Number(onHandMicro), 0),
      );
    return {
      ...toLot(lot),
      receivedDay: lot.originDay || null,
      placeCount: new Set(positions.map(({ branchId, placeId }) => branchId ?? placeId)).size,
      onHand: sum((type) => type !== 'transit' && type !== 'hold'),
      inTransit: sum((type) => type === 'transit'),
      onHold: sum((type) => type === 'hold'),
    };
  });
}

/** Loads the stock of lots at places that the actor sees. */
async function loadLotStock(db: Queryable, actor: Actor, lotIds: readonly string[]) {
  if (lotIds.length === 0) return new Map<string, never[]>();
  const hiddenStock = await loadHiddenStock(db, actor);
  const rows = await db
    .selectFrom('lotBalances as b')
    .innerJoin('places', 'places.placeId', 'b.placeId')
    .select(['b.lotId', 'b.placeId', 'b.onHandMicro', 'places.type', 'places.branchId'])
    .where('b.lotId', 'in', lotIds)
    .where('b.onHandMicro', '<>', 0)
    .where(isPlaceVisibleTo(actor))
    .where(hiddenStock.isVisible('b.placeId', 'b.itemId'))
    .execute();
  return Map.groupBy(rows, ({ lotId }) => lotId);
}
