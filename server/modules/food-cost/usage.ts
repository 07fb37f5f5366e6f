import { type RawBuilder, sql } from 'kysely';
import type { FoodCostDocument } from '#contract/food-cost.ts';
import { type DayRange, daysIn } from '#domain/analytics/periods.ts';
import { costClasses, isFoodCost } from '#domain/food-cost/cost-classes.ts';
import { type FoodCostRole, foodCostRole, type VariancePart } from '#domain/food-cost/food-cost.ts';
import { NumberColumn } from '#domain/number-column.ts';
import { fromE4 } from '#domain/money.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { type MoveKind, moveKinds } from '#domain/stock/kinds.ts';
import { sumHighLow, requireExactSum } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import { usageKindList, type UseVisitor, loadBranchUsage } from '../stock/daily-usage.ts';
import type { ItemNumbers } from './item-numbers.ts';
import type { Versioned } from './versioned.ts';

const ref = (name: string) => sql.ref(name);

/** What the books say was used of an item at a branch in a period; what left is above zero in the quantities by role. */
export interface ItemUsage {
  actualE4: number;
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  transfersValueE4: number;
  reversalsValueE4: number;
}

/** The value of food and drink of a branch when a period began and ended, and what came and went between. */
export interface FoodStockFlow {
  openingE4: number;
  inE4: number;
  outE4: number;
  closingE4: number;
}

/** All that belongs to a branch: its shelves, what is on the way to it, and what it set aside. */
const placesOfBranch = (branch: string) =>
  sql`(select ${ref('placeId')} from places where ${ref('branchId')} = ${branch})`;
const isOfBranches = (branches: readonly string[]) =>
  sql`places.${ref('branchId')} in (${sql.join(branches)})`;

/** Whether an item is food or drink, by its category. */
const isFood = (itemId: string) =>
  sql`${ref(itemId)} not in (select items.${ref('_id')} from items
    join ${sql.table('itemCategories')} as c on c.${ref('_id')} = items.category
    where c.${ref('costClass')} in (${sql.join(costClasses.filter((costClass) => !isFoodCost(costClass)))}))`;

export const noUsage: ItemUsage = {
  actualE4: 0,
  useMicro: 0,
  wasteMicro: 0,
  transfersMicro: 0,
  countsMicro: 0,
  transfersValueE4: 0,
  reversalsValueE4: 0,
};

/** What left in all, whatever for. */
export const totalQuantity = ({ useMicro, wasteMicro, transfersMicro, countsMicro }: ItemUsage): number =>
  useMicro + wasteMicro + transfersMicro + countsMicro;

/** Sums by the names of their halves. */
interface Sums {
  qtyHigh: number;
  qtyLow: number;
  worthHigh: number;
  worthLow: number;
}

const qtyOf = ({ qtyHigh, qtyLow }: Sums) => requireExactSum(qtyHigh, qtyLow);
const worthOf = ({ worthHigh, worthLow }: Omit<Sums, 'qtyHigh' | 'qtyLow'>) =>
  requireExactSum(worthHigh, worthLow);

const sumOf = (name: 'qty' | 'worth', column: string) => {
  const { high, low } = sumHighLow(ref(column));
  return sql`${high} as ${ref(`${name}High`)}, ${low} as ${ref(`${name}Low`)}`;
};

/**
 * Moves by which batches took goods of branches in a period, and gave them back: branchId, item, qty and worth, in the words of their
 * indexes. SQLite is told to use these: batches are made at few places, so that by its figures a place has many of them.
 */
const batchConsumption = (db: Queryable, branches: readonly string[], { from, to }: DayRange) => {
  const side = (place: string, day: string, kind: string, sign: RawBuilder<unknown>) => {
    const index = db.dialect === 'sqlite' ? sql`indexed by ${ref(`stockMoves_batches_${place}`)}` : sql``;
    return sql`
    select places.${ref('branchId')}, m.${ref('itemId')}, ${sign}m.${ref('qtyMicro')} as qty, ${sign}m.${ref('valueE4')} as worth
    from places cross join ${sql.table('stockMoves')} as m ${index}
    where ${isOfBranches(branches)} and m.${ref(place)} = places.${ref('placeId')} and m.kind = ${sql.lit(kind)}
      and m.${ref('docType')} = 'production_batch' and m.${ref(day)} >= ${from} and m.${ref(day)} <= ${to}`;
  };
  return sql`(${side('fromPlace', 'businessDay', 'consumption', sql`-`)}
    union all ${side('toPlace', 'arrivalDay', 'consumption_reversal', sql``)})`;
};

/** Days that are named one by one: between two of them an index is looked into day by day and kind by kind, and what else moved is not gone over. */
const maxListedDays = 400;

/** The days between two of them, both included; null where they are too many to be named. */
function listDays({ from, to }: DayRange): string[] | null {
  const count = daysIn({ from, to });
  return count >= 1 && count <= maxListedDays
    ? Array.from({ length: count }, (_, nth) => addDays(from, nth))
    : null;
}

function isWithin(day: string, days: DayRange): RawBuilder<unknown> {
  const named = listDays(days);
  return named
    ? sql`${ref(day)} in (${sql.join(named)})`
    : sql`${ref(day)} >= ${days.from} and ${ref(day)} <= ${days.to}`;
}

/** What was used of items in all, by their numbers: above zero what left. */
export class UsageColumns {
  readonly qtyMicro = new NumberColumn();
  readonly valueE4 = new NumberColumn();

  add(item: number, qtyMicro: number, valueE4: number): void {
    this.qtyMicro.add(item, qtyMicro);
    this.valueE4.add(item, valueE4);
  }
}

/**
 * What was used of every item of a branch, by the books of a period: by moves that are neither goods that came nor goods that went. What lay
 * there and came, less what went and was left, is just that.
 *
 * @throws QuantityError where something of it is beyond exact numbers
 */
export async function loadUsage(
  db: Queryable,
  branch: string,
  days: DayRange,
): Promise<Map<string, ItemUsage>> {
  const items = new Map<string, ItemUsage>();
  const at = (item: string) => {
    const known = items.get(item);
    if (known) return known;
    const one = { ...noUsage };
    items.set(item, one);
    return one;
  };
  for (const { itemId, kind, ...row } of await loadUsageRows(db, branch, days)) {
    const one = at(itemId);
    const [qtyMicro, valueE4] = [qtyOf(row), worthOf(row)];
    one.actualE4 -= valueE4;
    addByRole(one, foodCostRole(kind, 0), qtyMicro, valueE4);
  }
  // What batches take is made into something else there: it went out, and came in again as what they made.
  for (const row of (await loadBatchConsumption(db, [branch], days)).get(branch) ?? []) {
    const one = at(row.itemId);
    one.useMicro += qtyOf(row);
    one.actualE4 += worthOf(row);
  }
  return items;
}

/** The same of several branches, whatever it was used for. Of a branch it is made when it is asked for: then QuantityError as well. */
export async function loadUsageByBranch(
  db: Queryable,
  branches: readonly string[],
  days: DayRange,
  items: ItemNumbers,
): Promise<(branch: string) => Versioned<UsageColumns>> {
  const named = listDays(days);
  const packed =
    named && branches.length > 0
      ? await loadBranchUsage(db, branches, named, (itemId) => items.of(itemId))
      : null;
  const takenAt = await loadBatchConsumption(db, branches, days);
  return (branch) => {
    const taken = takenAt.get(branch) ?? [];
    const ofDays = packed?.(branch);
    return {
      version: ofDays ? JSON.stringify([ofDays.version, taken]) : null,
      async load() {
        const used = new UsageColumns();
        const tell: UseVisitor<number> = (item, qtyMicro, valueE4) =>
          used.add(item, 0 - qtyMicro, 0 - valueE4);
        if (!ofDays?.visit(tell))
          for (const { itemId, ...row } of await loadUsageRows(db, branch, days))
            tell(items.of(itemId), qtyOf(row), worthOf(row));
        for (const row of taken) used.add(items.of(row.itemId), qtyOf(row), worthOf(row));
        return used;
      },
    };
  };
}

/** What was used at a branch by item and kind of move, added up from the figures by day. */
async function loadUsageRows(
  db: Queryable,
  branch: string,
  days: DayRange,
): Promise<(Sums & { itemId: string; kind: MoveKind })[]> {
  const { rows } = await sql<Sums & { itemId: string; kind: MoveKind }>`
    select d.${ref('itemId')}, d.kind, ${sumOf('qty', 'd.qtyMicro')}, ${sumOf('worth', 'd.valueE4')}
    from ${sql.table('stockDaily')} as d
    where d.${ref('placeId')} in ${placesOfBranch(branch)} and ${isWithin('d.businessDay', days)} and d.kind in ${usageKindList}
    group by d.${ref('itemId')}, d.kind`.execute(db);
  return rows;
}

/** What batches took of the items of branches. */
async function loadBatchConsumption(db: Queryable, branches: readonly string[], days: DayRange) {
  if (branches.length === 0) return new Map<string, (Sums & { itemId: string })[]>();
  const { rows } = await sql<Sums & { branchId: string; itemId: string }>`
    select ${ref('branchId')}, ${ref('itemId')}, ${sumOf('qty', 'qty')}, ${sumOf('worth', 'worth')}
    from ${batchConsumption(db, branches, days)} as sides group by ${ref('branchId')}, ${ref('itemId')}`.execute(
    db,
  );
  return Map.groupBy(rows, ({ branchId }) => branchId);
}

function addByRole(one: ItemUsage, role: FoodCostRole, qtyMicro: number, valueE4: number): void {
  switch (role) {
    case 'use':
      one.useMicro -= qtyMicro;
      break;
    case 'waste':
      one.wasteMicro -= qtyMicro;
      break;
    case 'transfers':
      one.transfersMicro -= qtyMicro;
      if (qtyMicro === 0) one.transfersValueE4 -= valueE4;
      break;
    case 'counts':
      one.countsMicro -= qtyMicro;
      break;
    case 'reversals':
      one.reversalsValueE4 -= valueE4;
      break;
    default:
      break;
  }
}

/**
 * The value of food and drink of a branch when a period began and ended, and what came and went between: a kind of moves came of an item, or
 * went, by what it comes to in the period. Between the four lies what was used.
 *
 * @throws QuantityError where something of it is beyond exact numbers
 */
export async function loadStockFlow(
  db: Queryable,
  branch: string,
  { from, to, actualE4 }: { from: string; to: string; actualE4: number },
): Promise<FoodStockFlow> {
  const places = placesOfBranch(branch);
  const closing = await sql<Omit<Sums, 'qtyHigh' | 'qtyLow'>>`
    select ${sumOf('worth', 'worth')} from (
      select ${ref('valueE4')} as worth from balances where ${ref('placeId')} in ${places} and ${isFood('itemId')}
      union all
      select -${ref('valueE4')} from ${sql.table('stockDaily')}
      where ${ref('placeId')} in ${places} and ${ref('businessDay')} > ${to} and ${isFood('itemId')}
    ) as sides`.execute(db);
  const sides = await sql<{ isOut: number; worthHigh: number; worthLow: number }>`
    select ${ref('isOut')}, sum(${ref('worthHigh')}) as ${ref('worthHigh')}, sum(${ref('worthLow')}) as ${ref('worthLow')} from (
      select case when ${ref('qtyHigh')} * 1000000000 + ${ref('qtyLow')} < 0 then 1 else 0 end as ${ref('isOut')},
        ${ref('worthHigh')}, ${ref('worthLow')}
      from (
        select ${sumOf('qty', 'd.qtyMicro')}, ${sumOf('worth', 'd.valueE4')}
        from ${sql.table('stockDaily')} as d
        where d.${ref('placeId')} in ${places} and d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} <= ${to}
          and d.kind not in ${usageKindList} and ${isFood('d.itemId')}
        group by d.${ref('itemId')}, d.kind) as kinds
    ) as told group by ${ref('isOut')}`.execute(db);
  const batches = await sql<Omit<Sums, 'qtyHigh' | 'qtyLow'>>`
    select ${sumOf('worth', 'worth')} from ${batchConsumption(db, [branch], { from, to })} as sides
    where ${isFood('itemId')}`.execute(db);
  const sideOf = (isOut: number) => sides.rows.find((row) => Number(row.isOut) === isOut);
  const worth = (row: Parameters<typeof worthOf>[0] | undefined) => (row ? worthOf(row) : 0);
  const [closingE4, inE4] = [worth(closing.rows[0]), worth(sideOf(0))];
  const outE4 = 0 - worth(sideOf(1)) - worth(batches.rows[0]);
  return { openingE4: actualE4 - inE4 + outE4 + closingE4, inE4, outE4, closingE4 };
}

const moveKindsOf = (part: VariancePart): string[] => {
  const role = {
    portions: 'use',
    waste: 'waste',
    transfers: 'transfers',
    counts: 'counts',
    reversals: 'reversals',
  } as const;
  return Object.keys(moveKinds).filter((kind) =>
    part === 'price' || part === 'unexplained'
      ? ['in', 'value'].includes(foodCostRole(kind, 1))
      : foodCostRole(kind, 1) === role[part],
  );
};

/** The most documents that stand behind a part. */
const maxDocuments = 200;

/**
 * The documents behind a part of the variance of food and drink, the largest first: of waste, transfers, counts and use those that recorded it, of the price
 * and of what is unexplained those by which the goods came.
 */
export async function listVarianceDocuments(
  db: Queryable,
  branch: string,
  { from, to, part }: { from: string; to: string; part: VariancePart },
): Promise<FoodCostDocument[]> {
  const places = placesOfBranch(branch);
  const kinds = sql.join(moveKindsOf(part));
  const side = (place: string, day: string, sign: number) => sql`
    select ${ref('docType')}, ${ref('docId')}, ${ref('docNo')}, ${ref(day)} as day, ${sql.lit(sign)} * ${ref('valueE4')} as worth
    from ${sql.table('stockMoves')} where ${ref(place)} in ${places} and kind in (${kinds}) and ${isFood('itemId')}
      and ${ref(day)} >= ${from} and ${ref(day)} <= ${to}`;
  const { rows } = await sql<{
    docType: string;
    docId: string;
    docNo: string | null;
    day: string;
    moves: number;
    worth: number;
  }>`
    select ${ref('docType')}, ${ref('docId')}, max(${ref('docNo')}) as ${ref('docNo')}, max(day) as day, count(*) as moves,
      cast(sum(worth) as bigint) as worth
    from (${side('fromPlace', 'businessDay', 1)} union all ${side('toPlace', 'arrivalDay', -1)}) as sides
    group by ${ref('docType')}, ${ref('docId')} having sum(worth) <> 0
    order by abs(sum(worth)) desc, ${ref('docId')} limit ${maxDocuments}`.execute(db);
  return rows.map(({ docType, docId, docNo, day, moves, worth }) => ({
    docType,
    docId,
    docNo,
    day,
    moves: Number(moves),
    value: fromE4(Number(worth)),
  }));
}
