import { sql } from 'kysely';
import { z } from 'zod';
import { flatWeek, demandMethod, buildCategoryProfile } from '../demand-rules.ts';
import { addDays, countDaysBetween, getWeekday } from '#core/day.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import { getLongReader, type Queryable } from '#platform/server/db/types.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import { loadSalesWithoutDepletion } from '#modules/sales/server/sold-items.ts';
import { refreshOutlooks } from './outlook-cache.ts';
import { getHandlingUnitSize, demandMoveKinds } from './series.ts';

/**
 * Computes the weekly shape of each category over all branches, from half a year of usage, and of sales that
 * don't deplete stock, through yesterday. Branch shapes are shrunk towards it, and new branches use it. Sums
 * are computed in a fixed order, so that both database engines return the same result.
 */
export async function computeCategoryShapes(db: Queryable, today: string): Promise<Map<string, number[]>> {
  const from = addDays(today, -demandMethod.shapeDays);
  const units = await loadUnits(db);
  const days = {
    pastDays: demandMethod.shapeDays,
    firstWeekday: getWeekday(from) - 1,
    kinds: new Uint8Array(demandMethod.shapeDays + demandMethod.daysAhead),
  };
  const shapes = new Map<string, number[]>();
  const sums = [
    ...(await loadUsageByCategory(db, from, today)),
    ...(await loadSalesByCategory(db, from, today)),
  ];
  for (const [category, categorySums] of Map.groupBy(sums, (sum) => sum.category)) {
    const demand = new Float64Array(demandMethod.shapeDays);
    for (const { baseUnit, day, qtyMicro } of categorySums) {
      const index = countDaysBetween(from, day);
      demand[index] = Math.max(0, (demand[index] ?? 0) + qtyMicro / getHandlingUnitSize({ baseUnit }, units));
    }
    const { shape } = buildCategoryProfile(
      days,
      [{ quantities: demand, counts: new Uint8Array(demandMethod.shapeDays).fill(1) }],
      flatWeek,
    );
    shapes.set(category, [...shape.subarray((demandMethod.shapeDays - 1) * 7)]);
  }
  return shapes;
}

/** Usage of a category's items that share a base unit on one day, in millionths of that unit. */
interface CategoryDay {
  category: string;
  baseUnit: string;
  day: string;
  qtyMicro: number;
}

async function loadUsageByCategory(db: Queryable, from: string, today: string): Promise<CategoryDay[]> {
  const qty = sumHighLow(sql.ref('d.qtyMicro'));
  const rows = await db
    .selectFrom('stockDaily as d')
    .innerJoin('branches as b', 'b._id', 'd.placeId')
    .innerJoin('items as i', 'i._id', 'd.itemId')
    .select(['i.category', 'i.baseUnit', 'd.businessDay as day', qty.high.as('high'), qty.low.as('low')])
    .where('b.type', '!=', 'central_kitchen')
    .where('i.category', 'is not', null)
    .where('d.kind', 'in', demandMoveKinds)
    .where('d.businessDay', '>=', from)
    .where('d.businessDay', '<', today)
    .groupBy(['i.category', 'i.baseUnit', 'd.businessDay'])
    .orderBy('i.category')
    .orderBy('i.baseUnit')
    .orderBy('d.businessDay')
    .execute();
  return rows.map(({ category, high, low, ...row }) => ({
    ...row,
    category: category ?? '',
    qtyMicro: -(exactSum(high, low) ?? 0),
  }));
}

/** Loads sales that don't deplete stock by category, one branch at a time, yielding between branches. */
async function loadSalesByCategory(db: Queryable, from: string, today: string): Promise<CategoryDay[]> {
  const branches = await db
    .selectFrom('saleDays')
    .innerJoin('branches', 'branches._id', 'saleDays.branchId')
    .select('branchId')
    .distinct()
    .where('saleDays.depletesStock', '=', 0)
    .where('day', '>=', from)
    .where('day', '<', today)
    .where('branches.type', '!=', 'central_kitchen')
    .execute();
  if (branches.length === 0) return [];
  const items = await db.selectFrom('items').select(['_id', 'category', 'baseUnit']).execute();
  const itemById = new Map(items.map((item) => [item._id, item]));
  const sums = new Map<string, CategoryDay>();
  for (const { branchId } of branches) {
    const { sold } = await loadSalesWithoutDepletion(db, branchId, from, today);
    for (const { itemId, day, qtyMicro } of sold) {
      const { category = null, baseUnit = '' } = itemById.get(itemId) ?? {};
      if (category === null) continue;
      const key = `${category} ${baseUnit} ${day}`;
      const sum = sums.get(key) ?? { category, baseUnit, day, qtyMicro: 0 };
      sum.qtyMicro += qtyMicro;
      sums.set(key, sum);
    }
    await yieldToEventLoop();
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

export const updateDemandShapes = defineJob({
  kind: 'demand-shapes',
  ifLost: { scheduledKind: 'demand-shapes' },
  payload: z.strictObject({}),
  async run({ db, now, signal }) {
    const startedAt = now().toISOString();
    const shapes = await computeCategoryShapes(getLongReader(db, signal), startedAt.slice(0, 10));
    await db.write(async (tx) => {
      await tx.deleteFrom('demandProfiles').execute();
      for (const [categoryId, shape] of shapes)
        await tx
          .insertInto('demandProfiles')
          .values({ categoryId, shape: JSON.stringify(shape), updatedAt: startedAt })
          .execute();
      // Cached outlooks were computed with the previous patterns.
      await enqueue(tx, refreshOutlooks, {}, { now: now() });
    });
  },
});

export const nightlyDemandShapes = scheduleJob({
  name: 'demand shapes',
  schedule: { every: 'day', at: '02:40', timezone: 'UTC' },
  job: updateDemandShapes,
  payload: () => ({}),
});
