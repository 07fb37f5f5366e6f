import { exact, rounded, times, zero, type Exact } from '#domain/recipes/exact.ts';
import { exactly, toSafeNumber } from '#domain/quantity.ts';
import type { Queryable } from '../../db/types.ts';
import { addTo, isGap, ofMicro, portionsOn, recipeDays } from './recipes-of-day.ts';
import { thingsSold } from './stock.ts';

/**
 * What was sold of items at a branch, day by day, on days that took nothing from stock: by their articles and recipes, in base
 * units. Days that took stock stand in the books as what was used.
 */
export async function soldBesideStock(
  db: Queryable,
  branch: string,
  from: string,
  until: string,
): Promise<{ itemId: string; day: string; qtyMicro: number }[]> {
  const days = await db
    .selectFrom('saleDays')
    .select('_id')
    .where('branchId', '=', branch)
    .where('day', '>=', from)
    .where('day', '<', until)
    .where('takesStock', '=', 0)
    .execute();
  if (days.length === 0) return [];
  const things = await thingsSold(
    db,
    days.map(({ _id }) => _id),
  );
  const begins = await recipeDays(db, from, until);
  const sold = new Map<string, Map<string, Exact>>();
  for (const [begin, some] of Map.groupBy(
    things,
    ({ day }) => begins.findLast((one) => one <= day) ?? from,
  )) {
    const portions = await portionsOn(
      db,
      some.flatMap(({ recipeId }) => recipeId ?? []),
      begin,
    );
    for (const { day, recipeId, itemId, isNoFood, qtyMicro, eachMicro } of some) {
      if (isNoFood) continue;
      const amount = times(ofMicro(qtyMicro), ofMicro(eachMicro));
      const takes =
        recipeId === null ? itemId && new Map([[itemId, ofMicro(1_000_000)]]) : portions.get(recipeId);
      if (!takes || isGap(takes)) continue;
      const ofDay = sold.get(day) ?? new Map<string, Exact>();
      sold.set(day, ofDay);
      for (const [item, each] of takes) addTo(ofDay, item, times(amount, each));
    }
  }
  return [...sold].flatMap(([day, items]) =>
    [...items].map(([itemId, amount]) => ({
      itemId,
      day,
      qtyMicro: exactly(() => toSafeNumber(rounded(times(amount ?? zero, exact(1_000_000n, 1n))))) ?? 0,
    })),
  );
}
