import { sql } from 'kysely';
import type { StockUse } from '#contract/stock.ts';
import type { Actor } from '#domain/permissions.ts';
import { addDays, localDate } from '#domain/planning/cutoff.ts';
import {
  knownDays,
  type MovedByKind,
  type UsePerDay,
  usePerDay,
  useWindow,
} from '#domain/planning/use-per-day.ts';
import { fromMicro } from '#domain/quantity.ts';
import { exactSum, sumInHalves } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { placesOf } from './scope.ts';

interface UseQuestion {
  placeId: string;
  /** One item alone. */
  itemId?: string | undefined;
  /** Another window than the usual one, in whole days. */
  mostDays?: number;
}

/**
 * What a place uses of each item on a day, by the rule of `usePerDay`, from the figures by day: whole days of its own
 * clock before today. Items without a use are left out.
 */
export async function useByItem(
  db: Queryable,
  { placeId, itemId, mostDays = useWindow.most }: UseQuestion,
  now: Date,
): Promise<Map<string, UsePerDay>> {
  const place = await db
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select('branches.timezone')
    .where('places.placeId', '=', placeId)
    .executeTakeFirst();
  if (!place) return new Map();
  const today = localDate(now, place.timezone ?? 'UTC');
  const from = addDays(today, -mostDays);
  const qty = sumInHalves(sql.ref('d.qtyMicro'));
  let moved = db
    .selectFrom('stockDaily as d')
    .select(['d.itemId', 'd.kind', qty.high.as('high'), qty.low.as('low')])
    .select((eb) => eb.fn.min('d.businessDay').as('firstDay'))
    .where('d.placeId', '=', placeId)
    .where('d.businessDay', '>=', from)
    .where('d.businessDay', '<', today)
    .groupBy(['d.itemId', 'd.kind']);
  if (itemId !== undefined) moved = moved.where('d.itemId', '=', itemId);
  const rows = await moved.execute();
  const older = await movedBefore(db, placeId, from, itemId);
  const uses = new Map<string, UsePerDay>();
  for (const [item, kinds] of Map.groupBy(rows, (row) => row.itemId)) {
    const first = kinds.reduce((day, row) => (row.firstDay < day ? row.firstDay : day), today);
    const days = older.has(item) ? mostDays : knownDays(first, today, mostDays);
    const use = usePerDay(kinds.map(toMoved), days);
    if (use) uses.set(item, use);
  }
  return uses;
}

/** The use of an item at a place, as far as the actor sees the place. */
export async function useAt(
  db: Queryable,
  actor: Actor,
  { placeId, itemId }: { placeId: string; itemId?: string | undefined },
  now: Date,
): Promise<Answer> {
  const seen = await db
    .selectFrom('places')
    .select('places.placeId')
    .where('places.placeId', '=', placeId)
    .where(placesOf(actor))
    .executeTakeFirst();
  const uses = seen ? await useByItem(db, { placeId, itemId }, now) : new Map<string, UsePerDay>();
  const body = [...uses].map(([item, { perDayMicro, days, basis }]): StockUse => {
    return { itemId: item, perDay: fromMicro(perDayMicro), days, basis };
  });
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}

const toMoved = (row: { kind: string; high: number | null; low: number | null }): MovedByKind => ({
  kind: row.kind,
  qtyMicro: exactSum(row.high, row.low),
});

/** Items of which something moved at a place before a day: one look into the index for each that has a balance there. */
async function movedBefore(
  db: Queryable,
  placeId: string,
  day: string,
  itemId: string | undefined,
): Promise<Set<string>> {
  let query = db
    .selectFrom('balances as b')
    .select('b.itemId')
    .where('b.placeId', '=', placeId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stockDaily as d')
          .select('d.itemId')
          .where('d.placeId', '=', placeId)
          .whereRef('d.itemId', '=', 'b.itemId')
          .where('d.businessDay', '<', day),
      ),
    );
  if (itemId !== undefined) query = query.where('b.itemId', '=', itemId);
  return new Set((await query.execute()).map((row) => row.itemId));
}
