import { type RawBuilder, sql } from 'kysely';

const col = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

const isShelf = sql`places.${col('branchId')} is not null and places.type not in ('transit', 'hold')`;
const progress = sql`${table('stockSumDays')} as n`;
/** Whether the day is aggregated for the location. */
const isSummed = sql`n.${col('isClosing')} = 0 and (d.${col('businessDay')} < n.day
  or (d.${col('businessDay')} = n.day and d.${col('placeId')} <= n.${col('placeId')}))`;

interface Aggregate {
  sums: 'stockPlaceSums' | 'stockItemSums';
  id: 'placeId' | 'itemId';
  label: string;
  placeFilter: RawBuilder<unknown>;
  lateEntryFilter: RawBuilder<unknown>;
}

const difference = (
  { id, label }: Aggregate,
  when: string,
) => sql`kind || ${sql.lit(` ${label} `)} || ${col(id)}
  || ${sql.lit(` ${when} `)} || day || ': ' || cast(sum(billions) * 1000000000 + sum(rest) as text) || ' too high' as message`;
const havingDifference = ({ id }: Aggregate) =>
  sql`group by ${col(id)}, day, kind having sum(billions) * 1000000000 + sum(rest) <> 0`;

/** Day aggregates plus late postings must equal the sums of the daily totals. */
const dayCheck = (aggregate: Aggregate) => sql<{
  message: string;
}>`select ${difference(aggregate, 'on')} from (
    select s.${col(aggregate.id)}, s.day, s.kind, s.billions, s.rest from ${table(aggregate.sums)} as s where s.${col('isClosing')} = 0
    union all
    select l.${col(aggregate.id)}, l.day, l.kind, l.${col('valueE4')} / 1000000000, l.${col('valueE4')} % 1000000000
      from ${table('stockLateSides')} as l where ${aggregate.lateEntryFilter}
    union all
    select d.${col(aggregate.id)}, d.${col('businessDay')}, d.kind, -(d.${col('valueE4')} / 1000000000), -(d.${col('valueE4')} % 1000000000)
      from ${table('stockDaily')} as d join places on places.${col('placeId')} = d.${col('placeId')} cross join ${progress}
      where ${isSummed} and ${aggregate.placeFilter}
  ) as combined ${havingDifference(aggregate)}`;

/** A closing aggregate is the previous one plus the days between; the first covers all days before it. */
const closingCheck = (aggregate: Aggregate) => {
  const day = (column: RawBuilder<unknown>) =>
    sql`(select min(n.day) from ${progress} where n.${col('isClosing')} = 1 and n.day ${column})`;
  const hasTotals = sql`s.day in (select n.day from ${progress} where n.${col('isClosing')} = 1)`;
  return sql<{ message: string }>`select ${difference(aggregate, 'through')} from (
    select s.${col(aggregate.id)}, s.day, s.kind, s.billions, s.rest from ${table(aggregate.sums)} as s where s.${col('isClosing')} = 1 and ${hasTotals}
    union all
    select s.${col(aggregate.id)}, ${day(sql`> s.day`)}, s.kind, -s.billions, -s.rest from ${table(aggregate.sums)} as s where s.${col('isClosing')} = 1 and ${hasTotals}
    union all
    select s.${col(aggregate.id)}, ${day(sql`>= s.day`)}, s.kind, -s.billions, -s.rest from ${table(aggregate.sums)} as s where s.${col('isClosing')} = 0
  ) as combined where day is not null ${havingDifference(aggregate)}`;
};

const places: Aggregate = {
  sums: 'stockPlaceSums',
  id: 'placeId',
  label: 'at',
  placeFilter: sql`1 = 1`,
  lateEntryFilter: sql`1 = 1`,
};
const items: Aggregate = {
  sums: 'stockItemSums',
  id: 'itemId',
  label: 'of item',
  placeFilter: isShelf,
  lateEntryFilter: sql`l.${col('isOnShelf')} = 1`,
};

/** Compares every aggregate with the daily totals, which are checked against the ledger separately. */
export const aggregateChecks: readonly RawBuilder<{ message: string }>[] = [places, items].flatMap(
  (aggregate) => [dayCheck(aggregate), closingCheck(aggregate)],
);
