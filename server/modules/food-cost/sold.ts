import { type RawBuilder, sql } from 'kysely';
import type { Days } from '#domain/analytics/periods.ts';
import { type Exact, times } from '#domain/recipes/exact.ts';
import { sumInHalves, wholeSum } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import { ofMicro } from '../sales/recipes-of-day.ts';

/** What was sold of one thing. */
export interface SoldLine {
  /** The day, or of several the one since which recipes are these. */
  day: string;
  recipeId: string | null;
  itemId: string | null;
  isNoFood: boolean;
  isUnknown: boolean;
  articles: number;
  amount: Exact;
  soldMicro: number;
  netE4: number;
}

/** The day since which recipes are as on the day of `d`, by the days on which some change. */
function sinceOf(begins: readonly string[]): RawBuilder<string> {
  const [first = '', ...later] = begins;
  if (later.length === 0) return sql<string>`cast(${sql.lit(first)} as text)`;
  const cases = later
    .toReversed()
    .map((begin) => sql`when ${sql.ref('d.day')} >= ${sql.lit(begin)} then ${sql.lit(begin)}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else ${sql.lit(first)} end`;
}

/** The same as it is read, in sums by halves. */
export type SoldRow = Awaited<ReturnType<typeof soldRows>>[number];

/** What branches sold between days, by what it is and since when recipes are as they were then. */
export async function soldBy(
  db: Queryable,
  branches: readonly string[],
  days: Days,
  begins: readonly string[],
): Promise<Map<string, SoldRow[]>> {
  return Map.groupBy(await soldRows(db, branches, days, sinceOf(begins)), ({ branchId }) => branchId);
}

/** What branches sold, by what it is and by day, or by another column that days fold into. */
async function soldRows(
  db: Queryable,
  branches: readonly string[],
  { from, to }: Days,
  by: RawBuilder<string> = sql.ref('d.day'),
) {
  if (branches.length === 0) return [];
  const [qty, net] = [sumInHalves(sql.ref('r.qtyMicro')), sumInHalves(sql.ref('r.netE4'))];
  return db
    .selectFrom('saleDays as d')
    .innerJoin('saleRows as r', 'r.dayId', 'd._id')
    .leftJoin('saleArticles as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code'),
    )
    .select([
      'd.branchId',
      by.as('day'),
      'r.recipeId as named',
      'a._id as article',
      'a.recipeId',
      'a.itemId',
      'a.isNoFood',
      'a.qtyMicro as eachMicro',
    ])
    .select(({ fn }) => [
      qty.high.as('qtyHigh'),
      qty.low.as('qtyLow'),
      net.high.as('netHigh'),
      net.low.as('netLow'),
      fn.count<number>('r.rowNo').as('articles'),
    ])
    .where('d.branchId', 'in', branches)
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .groupBy(['d.branchId', by, 'r.recipeId', 'a._id', 'a.recipeId', 'a.itemId', 'a.isNoFood', 'a.qtyMicro'])
    .execute();
}

/** @throws QuantityError where a sum is beyond exact numbers. */
export const linesOf = (rows: readonly SoldRow[]): SoldLine[] =>
  rows.map(({ day, named, article, recipeId, itemId, isNoFood, eachMicro, articles, ...sums }) => {
    const soldMicro = wholeSum(sums.qtyHigh, sums.qtyLow);
    const sold = ofMicro(soldMicro);
    return {
      day,
      recipeId: named ?? recipeId,
      itemId: named === null ? itemId : null,
      isNoFood: named === null && Number(isNoFood ?? 0) === 1,
      isUnknown: named === null && article === null,
      articles: Number(articles),
      amount: named === null ? times(sold, ofMicro(Number(eachMicro ?? 0))) : sold,
      soldMicro,
      netE4: wholeSum(sums.netHigh, sums.netLow),
    };
  });

/** The days on which a dish was sold, with what was sold of it: they add up to what `theoryOf` says of it. */
export async function daysOfDish(
  db: Queryable,
  { branch, ...between }: Days & { branch: string },
  dish: string,
): Promise<{ day: string; soldMicro: number; netE4: number }[]> {
  const days = new Map<string, { day: string; soldMicro: number; netE4: number }>();
  const rows = await soldRows(db, [branch], between);
  for (const { day, recipeId, itemId, isNoFood, isUnknown, soldMicro, netE4 } of linesOf(rows)) {
    if (isNoFood || isUnknown || (recipeId ?? itemId) !== dish) continue;
    const one = days.get(day) ?? { day, soldMicro: 0, netE4: 0 };
    days.set(day, { day, soldMicro: one.soldMicro + soldMicro, netE4: one.netE4 + netE4 });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
