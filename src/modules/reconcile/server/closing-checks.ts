import { type RawBuilder, sql } from 'kysely';
import { allMoveSides } from '#modules/stock/server/daily-totals.ts';

const col = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** First stored closing day on or after a day. */
const closingOnOrAfter = (
  day: RawBuilder<unknown>,
) => sql`(select min(k.day) from ${table('stockClosingDays')} as k
  where k.${col('isWhole')} = 1 and k.day >= ${day})`;
/** The next stored closing day. */
const nextClosing = sql`(select min(k.day) from ${table('stockClosingDays')} as k where k.${col('isWhole')} = 1 and k.day > c.day)`;
const isWhole = sql`c.day in (select day from ${table('stockClosingDays')} where ${col('isWhole')} = 1)`;

/** A closing equals the previous one plus the days between; the first equals the sum of everything before. */
const buildCheck = (
  basis: string,
  [qty, worth]: readonly [string, string],
  sides: RawBuilder<unknown>,
) => sql<{
  message: string;
}>`select 'item ' || ${col('itemId')} || ' at ' || ${col('placeId')} || ', closing of ' || day || ${sql.lit(` by ${basis}: quantity too high by `)}
    || cast(sum(qty) as text) || ', value by ' || cast(sum(worth) as text) as message from (
    select c.day, c.${col('placeId')}, c.${col('itemId')}, c.${col(qty)} as qty, c.${col(worth)} as worth
      from ${table('stockClosings')} as c where ${isWhole}
    union all
    select ${nextClosing}, c.${col('placeId')}, c.${col('itemId')}, -c.${col(qty)}, -c.${col(worth)}
      from ${table('stockClosings')} as c where ${isWhole}
    union all ${sides}
  ) as combined where day is not null group by day, ${col('placeId')}, ${col('itemId')}
  having sum(qty) <> 0 or sum(worth) <> 0`;

/**
 * Compares every stored closing with its sources; daily totals are checked against the ledger separately.
 */
export const closingChecks: readonly RawBuilder<{ message: string }>[] = [
  buildCheck(
    'posting date',
    ['enteredMicro', 'enteredE4'],
    sql`select ${closingOnOrAfter(sql`substr(sides.${col('postedAt')}, 1, 10)`)}, sides.${col('placeId')}, sides.${col('itemId')}, -qty, -value
      from ${allMoveSides} as sides`,
  ),
  buildCheck(
    'business day',
    ['onHandMicro', 'valueE4'],
    sql`select ${closingOnOrAfter(sql`d.${col('businessDay')}`)}, d.${col('placeId')}, d.${col('itemId')}, -d.${col('qtyMicro')}, -d.${col('valueE4')}
      from ${table('stockDaily')} as d`,
  ),
];
