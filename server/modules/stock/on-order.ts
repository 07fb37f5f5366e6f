import { sql } from 'kysely';
import { inBaseMicro, outstandingMicro } from '#domain/purchasing/standing.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

/** Lines of orders that are on their way to places, as far as they wait for anything. */
const waiting = statement((db, places: readonly string[]) =>
  db
    .selectFrom('purchaseOrders')
    .innerJoin('purchaseLines', 'purchaseLines.orderId', 'purchaseOrders._id')
    .select(['place', 'itemId', 'qtyMicro', 'receivedQtyMicro', 'isClosed', 'unitNum', 'unitDen'])
    .where('purchaseOrders.place', 'in', places)
    .where('purchaseOrders.status', '=', 'Sent')
    .where('isClosed', '=', 0)
    .where(sql<boolean>`${sql.ref('qtyMicro')} > ${sql.ref('receivedQtyMicro')}`),
);

/**
 * What suppliers still have to deliver to places, line by line in base units: the one answer to that, for suggestions, levels and
 * whatever shows stock. What is closed short is not in it, and is again when it is reopened.
 */
export async function boughtAt(
  db: Queryable,
  places: readonly string[],
): Promise<{ place: string; itemId: string; baseMicro: number }[]> {
  if (places.length === 0) return [];
  return (await waiting(db, places)).map((line) => ({
    place: line.place,
    itemId: line.itemId,
    baseMicro: inBaseMicro(outstandingMicro(line), line) ?? 0,
  }));
}

/** The same for one place, by item. */
export async function boughtFor(db: Queryable, place: string): Promise<Map<string, number>> {
  const bought = new Map<string, number>();
  for (const { itemId, baseMicro } of await boughtAt(db, [place]))
    bought.set(itemId, (bought.get(itemId) ?? 0) + baseMicro);
  return bought;
}
