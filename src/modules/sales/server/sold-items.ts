import { exact, roundExact, multiplyExact, exactZero, type Exact } from '#core/exact.ts';
import { toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  addAmount,
  exactFromMicro,
  loadPortionConsumption,
  listRecipeChangeDays,
} from './portion-consumption.ts';
import { loadSoldTillItems } from './depletion.ts';
import { computeUnitConsumption, listRecipeIds } from './modifiers.ts';

interface SoldItem {
  itemId: string;
  day: string;
  /** In millionths of the base unit. */
  qtyMicro: number;
}

/**
 * Computes the items sold at a branch per day from menu items and their recipes, on days without depletion.
 * `depletedDays` are the days whose usage is in the ledger; a period contains both kinds of days if the
 * branch turned on depletion during the period.
 */
export async function loadSalesWithoutDepletion(
  db: Queryable,
  branch: string,
  from: string,
  until: string,
): Promise<{ sold: SoldItem[]; depletedDays: string[] }> {
  const salesDays = await db
    .selectFrom('saleDays')
    .select(['_id', 'day', 'depletesStock'])
    .where('branchId', '=', branch)
    .where('day', '>=', from)
    .where('day', '<', until)
    .execute();
  const days = salesDays.filter(({ depletesStock }) => depletesStock === 0);
  const depletedDays = [
    ...new Set(salesDays.flatMap(({ day, depletesStock }) => (depletesStock === 0 ? [] : day))),
  ];
  if (days.length === 0) return { sold: [], depletedDays };
  const tillItems = await loadSoldTillItems(
    db,
    days.map(({ _id }) => _id),
  );
  const changeDays = await listRecipeChangeDays(db, from, until);
  const sold = new Map<string, Map<string, Exact>>();
  for (const [changeDay, rows] of Map.groupBy(
    tillItems,
    ({ day }) => changeDays.findLast((candidate) => candidate <= day) ?? from,
  )) {
    const portions = await loadPortionConsumption(db, listRecipeIds(rows), changeDay);
    for (const sale of rows) {
      const consumption = computeUnitConsumption(sale, portions);
      if (!consumption) continue;
      const dayAmounts = sold.get(sale.day) ?? new Map<string, Exact>();
      sold.set(sale.day, dayAmounts);
      for (const [item, perUnit] of consumption.items)
        addAmount(dayAmounts, item, multiplyExact(exactFromMicro(sale.qtyMicro), perUnit));
    }
  }
  const items = [...sold].flatMap(([day, amounts]) =>
    [...amounts].map(([itemId, amount]) => ({
      itemId,
      day,
      qtyMicro:
        toExactOrNull(() =>
          toSafeNumber(roundExact(multiplyExact(amount ?? exactZero, exact(1_000_000n, 1n)))),
        ) ?? 0,
    })),
  );
  return { sold: items, depletedDays };
}
