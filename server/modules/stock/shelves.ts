import { sql } from 'kysely';
import type { StockShelf } from '#contract/stock.ts';
import type { Actor } from '#domain/permissions.ts';
import { addDays, localDate } from '#domain/planning/cutoff.ts';
import { useWindow } from '#domain/planning/use-per-day.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import { compareCodes } from '#domain/text.ts';
import { inTurns } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer, ReadContext } from '../../http/route.ts';
import { keptBack } from './blind.ts';
import { mostCompact } from './list.ts';
import { stockOfLots } from './lots.ts';
import { boughtAt } from './on-order.ts';
import { placesOf } from './scope.ts';
import { usageByPlace } from './use.ts';

const ref = (name: string) => sql.ref(name);

/**
 * Use per day, lots and movement of every item at every branch and kitchen that the actor sees, in as many statements as
 * there are days on the clocks of the places. What a blind count keeps from them is left out.
 */
export async function listShelves(
  { db, tagFor }: Pick<ReadContext, 'db' | 'tagFor'>,
  actor: Actor,
  { placeId }: { placeId?: string | undefined },
  now: Date,
): Promise<Answer> {
  let asked = db
    .selectFrom('places')
    .innerJoin('branches', 'branches._id', 'places.placeId')
    .select(['places.placeId', 'branches.timezone'])
    .where(placesOf(actor));
  if (placeId !== undefined) asked = asked.where('places.placeId', '=', placeId);
  const places = await asked.execute();
  const kept = await keptBack(db, actor);

  const shelves = new Map<string, StockShelf>();
  const shelfOf = (place: string, itemId: string): StockShelf => {
    const key = `${place} ${itemId}`;
    const shelf = shelves.get(key) ?? { ...nothing, itemId, placeId: place };
    shelves.set(key, shelf);
    return shelf;
  };
  const uses = await usageByPlace(db, { placeIds: places.map((place) => place.placeId) }, now);
  for await (const [place, items] of inTurns(uses))
    for (const [itemId, { perDayMicro, days, basis }] of items)
      Object.assign(shelfOf(place, itemId), { perDay: fromMicro(perDayMicro), days, basis });
  for (const [today, there] of Map.groupBy(places, ({ timezone }) => localDate(now, timezone ?? 'UTC'))) {
    const ids = there.map((place) => place.placeId);
    for await (const row of inTurns(await movedSince(db, ids, addDays(today, -useWindow.most))))
      shelfOf(row.placeId, row.itemId).moved = true;
    for await (const row of inTurns(await lotsAt(db, ids, today)))
      Object.assign(shelfOf(row.placeId, row.itemId), {
        lots: Number(row.lots),
        nextExpiry: row.nextExpiry,
        expired: Number(row.expired),
        held: Number(row.held),
      });
  }
  const bought = await boughtAt(
    db,
    places.map((place) => place.placeId),
  );
  for (const { place, itemId, baseMicro } of bought) {
    const shelf = shelfOf(place, itemId);
    shelf.onOrder = fromMicro(toMicro(shelf.onOrder) + baseMicro);
  }
  const told = [...shelves.values()]
    .filter((shelf) => !kept.has(shelf.placeId, shelf.itemId))
    .toSorted((a, b) => compareCodes(a.placeId, b.placeId) || compareCodes(a.itemId, b.itemId));
  const body = JSON.stringify(told.slice(0, mostCompact));
  const headers = { 'x-total-count': String(told.length), etag: await tagFor(body) };
  return { status: 200, raw: true, body, headers };
}

const nothing = {
  perDay: null,
  days: null,
  basis: null,
  moved: false,
  lots: 0,
  nextExpiry: null,
  expired: 0,
  held: 0,
  onOrder: 0,
} as const;

/** Of which items something came or went at places since a day. */
async function movedSince(db: Queryable, placeIds: readonly string[], day: string) {
  return db
    .selectFrom('stockDaily')
    .select(['placeId', 'itemId'])
    .distinct()
    .where('placeId', 'in', placeIds)
    .where('businessDay', '>=', day)
    .execute();
}

interface LotsOnShelf {
  placeId: string;
  itemId: string;
  lots: number;
  nextExpiry: string | null;
  expired: number;
  held: number;
}

/** The lots with something on hand, by place and item. A lot is good through its day. */
async function lotsAt(db: Queryable, placeIds: readonly string[], today: string): Promise<LotsOnShelf[]> {
  const expiry = sql`o.expiry`;
  const { rows } = await sql<LotsOnShelf>`
    select b.${ref('placeId')}, b.${ref('itemId')},
      count(case when coalesce(o.code, '') <> '' then 1 end) as lots,
      min(case when ${expiry} >= ${today} then ${expiry} end) as ${ref('nextExpiry')},
      count(case when ${expiry} < ${today} then 1 end) as expired,
      count(o.${ref('heldAt')}) as held
    from ${stockOfLots} as b left join lots as o on o.${ref('_id')} = b.${ref('lotId')}
    where b.${ref('placeId')} in (${sql.join(placeIds)}) and b.${ref('onHandMicro')} <> 0
    group by b.${ref('placeId')}, b.${ref('itemId')}`.execute(db);
  return rows;
}
