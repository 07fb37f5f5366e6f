import { sql } from 'kysely';
import { z } from 'zod';
import { addDays } from '#domain/planning/cutoff.ts';
import { weekdayOf } from '#domain/weekday.ts';
import { flatWeek, method, profileFrom } from '#domain/planning/demand.ts';
import { exactSum, sumInHalves } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { scheduleJob } from '../../jobs/schedules.ts';
import { readUnits } from '../catalogue/units.ts';
import { keepOutlooks } from './kept.ts';
import { thingOf, uses } from './series.ts';

/**
 * The shape of each category's week over all branches, from what they used in half a year until yesterday: what a branch's category
 * is shrunk to, and all that a new branch has. Every number is a sum in an order of its own, so that engines agree.
 */
export async function shapesOfAll(db: Queryable, today: string): Promise<Map<string, number[]>> {
  const from = addDays(today, -method.shapeDays);
  const qty = sumInHalves(sql.ref('d.qtyMicro'));
  const rows = await db
    .selectFrom('stockDaily as d')
    .innerJoin('branches as b', 'b._id', 'd.placeId')
    .innerJoin('items as i', 'i._id', 'd.itemId')
    .select(['i.category', 'i.baseUnit', 'd.businessDay', qty.high.as('high'), qty.low.as('low')])
    .where('b.type', '!=', 'central_kitchen')
    .where('i.category', 'is not', null)
    .where('d.kind', 'in', uses)
    .where('d.businessDay', '>=', from)
    .where('d.businessDay', '<', today)
    .groupBy(['i.category', 'i.baseUnit', 'd.businessDay'])
    .orderBy('i.category')
    .orderBy('i.baseUnit')
    .orderBy('d.businessDay')
    .execute();
  const units = await readUnits(db);
  const days = {
    known: method.shapeDays,
    firstWeekday: weekdayOf(from) - 1,
    kinds: new Uint8Array(method.shapeDays + method.ahead),
  };
  const shapes = new Map<string, number[]>();
  for (const [category, some] of Map.groupBy(rows, (row) => row.category ?? '')) {
    const wanted = new Float64Array(method.shapeDays);
    for (const { baseUnit, businessDay, high, low } of some) {
      const day = Math.round((Date.parse(businessDay) - Date.parse(from)) / 86_400_000);
      const things = -(exactSum(high, low) ?? 0) / thingOf({ baseUnit }, units);
      wanted[day] = Math.max(0, (wanted[day] ?? 0) + things);
    }
    const { shape } = profileFrom(
      days,
      [{ wanted, counts: new Uint8Array(method.shapeDays).fill(1) }],
      flatWeek,
    );
    shapes.set(category, [...shape.subarray((method.shapeDays - 1) * 7)]);
  }
  return shapes;
}

export const learnDemandShapes = defineJob({
  kind: 'demand-shapes',
  payload: z.strictObject({}),
  async run({ db, now }) {
    const at = now().toISOString();
    const shapes = await shapesOfAll(db.read, at.slice(0, 10));
    await db.write(async (tx) => {
      await tx.deleteFrom('demandProfiles').execute();
      for (const [categoryId, shape] of shapes)
        await tx
          .insertInto('demandProfiles')
          .values({ categoryId, shape: JSON.stringify(shape), updatedAt: at })
          .execute();
      // What is kept of branches was shrunk to the shapes of yesterday.
      await enqueue(tx, keepOutlooks, {}, { now: now() });
    });
  },
});

export const nightlyDemandShapes = scheduleJob({
  name: 'demand shapes',
  schedule: { every: 'day', at: '02:40', timezone: 'UTC' },
  job: learnDemandShapes,
  payload: () => ({}),
});
