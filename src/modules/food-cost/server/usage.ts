import { type RawBuilder, sql } from 'kysely';
import type { FoodCostDocument } from '../shapes.ts';
import { type DayRange, countDays } from '#core/periods.ts';
import { costClasses, isFoodCost } from '../cost-classes.ts';
import { type FoodCostRole, getFoodCostRole, usageMoveKinds, type VariancePart } from '../food-cost-rules.ts';
import { NumberColumn } from '#core/number-column.ts';
import { fromE4 } from '#core/money.ts';
import { type MoveKind, moveKinds } from '#core/move-kinds.ts';
import { addDays } from '#core/day.ts';
import { sumHighLow, requireExactSum } from '#platform/server/db/exact-sums.ts';
import { jsonArray, jsonText, jsonTuple } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { isSamePlace } from '#modules/stock/server/daily-totals.ts';
import type { ItemNumbers } from './item-numbers.ts';

const ref = (name: string) => sql.ref(name);

const usageKindList = sql`(${sql.join(usageMoveKinds.map((kind) => sql.lit(kind)))})`;

/** Ledger usage of an item at a branch in a period. Quantities by role are positive for outgoing goods. */
export interface ItemUsage {
  actualE4: number;
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  transfersValueE4: number;
  reversalsValueE4: number;
}

/**
 * Value of food and drink at a branch at the start and end of a period, and the value moved in and out
 * between them.
 */
export interface FoodStockFlow {
  openingE4: number;
  inE4: number;
  outE4: number;
  closingE4: number;
}

/** SQL set of the branch's locations: on hand, in transit and on hold. */
const selectBranchPlaces = (branch: string) =>
  sql`(select ${ref('placeId')} from places where ${ref('branchId')} = ${branch})`;
const isOfBranches = (branches: readonly string[]) =>
  sql`places.${ref('branchId')} in (${sql.join(branches)})`;

/** SQL condition: the item is food or drink, by its category. */
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

/** Returns the total quantity issued, for any reason. */
export const sumIssuedQuantity = ({ useMicro, wasteMicro, transfersMicro, countsMicro }: ItemUsage): number =>
  useMicro + wasteMicro + transfersMicro + countsMicro;

/** Sums, each stored in a high and a low part. */
interface Sums {
  qtyHigh: number;
  qtyLow: number;
  valueHigh: number;
  valueLow: number;
}

const readQty = ({ qtyHigh, qtyLow }: Sums) => requireExactSum(qtyHigh, qtyLow);
const readValue = ({ valueHigh, valueLow }: Omit<Sums, 'qtyHigh' | 'qtyLow'>) =>
  requireExactSum(valueHigh, valueLow);

const buildSum = (name: 'qty' | 'value', column: string) => {
  const { high, low } = sumHighLow(ref(column));
  return sql`${high} as ${ref(`${name}High`)}, ${low} as ${ref(`${name}Low`)}`;
};

/**
 * Returns SQL for goods consumed by batches at branches, less reversals. The conditions match those of the
 * partial indexes. SQLite needs `indexed by`, because its statistics overestimate the batches per location.
 */
const selectBatchConsumption = (db: Queryable, branches: readonly string[], { from, to }: DayRange) => {
  const selectSide = (place: string, day: string, kind: string, sign: RawBuilder<unknown>) => {
    const index = db.dialect === 'sqlite' ? sql`indexed by ${ref(`stockMoves_batches_${place}`)}` : sql``;
    return sql`
    select places.${ref('branchId')}, m.${ref('itemId')}, ${sign}m.${ref('qtyMicro')} as qty, ${sign}m.${ref('valueE4')} as value
    from places cross join ${sql.table('stockMoves')} as m ${index}
    where ${isOfBranches(branches)} and m.${ref(place)} = places.${ref('placeId')} and m.kind = ${sql.lit(kind)}
      and m.${ref('docType')} = 'production_batch' and m.${ref(day)} >= ${from} and m.${ref(day)} <= ${to}`;
  };
  return sql`(${selectSide('fromPlace', 'businessDay', 'consumption', sql`-`)}
    union all ${selectSide('toPlace', 'arrivalDay', 'consumption_reversal', sql``)})`;
};

/**
 * Up to this many days are listed one by one, so that an index is searched by day and kind instead of
 * scanning the whole range.
 */
const maxListedDays = 400;

/** Lists the days of a period, both ends included; null when there are too many. */
function listDays({ from, to }: DayRange): string[] | null {
  const count = countDays({ from, to });
  return count >= 1 && count <= maxListedDays
    ? Array.from({ length: count }, (_, index) => addDays(from, index))
    : null;
}

function isWithin(day: string, days: DayRange): RawBuilder<unknown> {
  const listedDays = listDays(days);
  return listedDays
    ? sql`${ref(day)} in (${sql.join(listedDays)})`
    : sql`${ref(day)} >= ${days.from} and ${ref(day)} <= ${days.to}`;
}

/** Usage by item number, for all roles; positive for outgoing goods. */
export class UsageColumns {
  readonly qtyMicro = new NumberColumn();
  readonly valueE4 = new NumberColumn();

  add(item: number, qtyMicro: number, valueE4: number): void {
    this.qtyMicro.add(item, qtyMicro);
    this.valueE4.add(item, valueE4);
  }
}

/**
 * Loads a branch's usage by item and role: all movements that are neither receipts nor issues, which equals
 * opening plus in less out less closing.
 *
 * @throws QuantityError if a figure exceeds the safe integer range
 */
export async function loadUsage(
  db: Queryable,
  branch: string,
  days: DayRange,
): Promise<Map<string, ItemUsage>> {
  const items = new Map<string, ItemUsage>();
  const getUsage = (item: string) => {
    const existing = items.get(item);
    if (existing) return existing;
    const usage = { ...noUsage };
    items.set(item, usage);
    return usage;
  };
  for (const { itemId, kind, ...row } of await loadUsageRows(db, branch, days)) {
    const usage = getUsage(itemId);
    const [qtyMicro, valueE4] = [readQty(row), readValue(row)];
    usage.actualE4 -= valueE4;
    addByRole(usage, getFoodCostRole(kind, 0), qtyMicro, valueE4);
  }
  // Batch inputs aren't usage, because the output was received as a different item.
  for (const row of (await loadBatchConsumption(db, [branch], days)).get(branch) ?? []) {
    const usage = getUsage(row.itemId);
    usage.useMicro += readQty(row);
    usage.actualE4 += readValue(row);
  }
  return items;
}

/**
 * Loads the usage of several branches, totalled over all roles. The returned function throws QuantityError
 * for a branch whose figures exceed the safe integer range.
 */
export async function loadUsageByBranch(
  db: Queryable,
  branches: readonly string[],
  days: DayRange,
  items: ItemNumbers,
): Promise<(branch: string) => UsageColumns> {
  const usage = await loadDailyUsage(db, branches, days);
  const consumption = await loadBatchConsumption(db, branches, days);
  return (branch) => {
    const columns = new UsageColumns();
    for (const { itemId, ...row } of usage.get(branch) ?? [])
      columns.add(items.getNumber(itemId), 0 - readQty(row), 0 - readValue(row));
    for (const { itemId, ...row } of consumption.get(branch) ?? [])
      columns.add(items.getNumber(itemId), readQty(row), readValue(row));
    return columns;
  };
}

type ItemFigures = [itemId: string, qtyHigh: number, qtyLow: number, valueHigh: number, valueLow: number];

/**
 * Loads the usage of branches by place and item, from the daily totals: a JSON array per place, because
 * transferring 50,000 rows takes longer than reading them. SQLite needs `indexed by`; otherwise it reads all
 * days of every item to avoid sorting the items.
 */
async function loadDailyUsage(
  db: Queryable,
  branches: readonly string[],
  days: DayRange,
): Promise<Map<string, (Sums & { itemId: string })[]>> {
  if (branches.length === 0) return new Map();
  const index = db.dialect === 'sqlite' ? sql`indexed by ${ref('stockDaily_days_of_places')}` : sql``;
  const figures = jsonTuple(db.dialect, ['itemId', 'qtyHigh', 'qtyLow', 'valueHigh', 'valueLow'].map(ref));
  const { rows } = await sql<{ branchId: string; items: string }>`
    select places.${ref('branchId')}, (
      select ${jsonText(db.dialect, jsonArray(db.dialect, figures))} from (
        select d.${ref('itemId')}, ${buildSum('qty', 'd.qtyMicro')}, ${buildSum('value', 'd.valueE4')}
        from ${sql.table('stockDaily')} as d ${index}
        where ${isSamePlace} and ${isWithin('d.businessDay', days)} and d.kind in ${usageKindList}
        group by d.${ref('itemId')}) as sums) as items
    from places where ${isOfBranches(branches)}`.execute(db);
  const usage = rows.flatMap(({ branchId, items }) =>
    (JSON.parse(items) as ItemFigures[]).map(([itemId, qtyHigh, qtyLow, valueHigh, valueLow]) => {
      return { branchId, itemId, qtyHigh, qtyLow, valueHigh, valueLow };
    }),
  );
  return Map.groupBy(usage, ({ branchId }) => branchId);
}

/** Loads the usage of a branch by item and move kind, from the daily totals. */
async function loadUsageRows(
  db: Queryable,
  branch: string,
  days: DayRange,
): Promise<(Sums & { itemId: string; kind: MoveKind })[]> {
  const { rows } = await sql<Sums & { itemId: string; kind: MoveKind }>`
    select d.${ref('itemId')}, d.kind, ${buildSum('qty', 'd.qtyMicro')}, ${buildSum('value', 'd.valueE4')}
    from ${sql.table('stockDaily')} as d
    where d.${ref('placeId')} in ${selectBranchPlaces(branch)} and ${isWithin('d.businessDay', days)} and d.kind in ${usageKindList}
    group by d.${ref('itemId')}, d.kind`.execute(db);
  return rows;
}

/** Loads the batch consumption of branches by item. */
async function loadBatchConsumption(db: Queryable, branches: readonly string[], days: DayRange) {
  if (branches.length === 0) return new Map<string, (Sums & { itemId: string })[]>();
  const { rows } = await sql<Sums & { branchId: string; itemId: string }>`
    select ${ref('branchId')}, ${ref('itemId')}, ${buildSum('qty', 'qty')}, ${buildSum('value', 'value')}
    from ${selectBatchConsumption(db, branches, days)} as sides group by ${ref('branchId')}, ${ref('itemId')}`.execute(
    db,
  );
  return Map.groupBy(rows, ({ branchId }) => branchId);
}

function addByRole(usage: ItemUsage, role: FoodCostRole, qtyMicro: number, valueE4: number): void {
  switch (role) {
    case 'use':
      usage.useMicro -= qtyMicro;
      break;
    case 'waste':
      usage.wasteMicro -= qtyMicro;
      break;
    case 'transfers':
      usage.transfersMicro -= qtyMicro;
      if (qtyMicro === 0) usage.transfersValueE4 -= valueE4;
      break;
    case 'counts':
      usage.countsMicro -= qtyMicro;
      break;
    case 'reversals':
      usage.reversalsValueE4 -= valueE4;
      break;
    default:
      break;
  }
}

/**
 * Computes the stock flow of food and drink. An item's movement kind counts as in or out according to its net
 * quantity in the period; usage is opening plus in less out less closing.
 *
 * @throws QuantityError if a figure exceeds the safe integer range
 */
export async function loadStockFlow(
  db: Queryable,
  branch: string,
  { from, to, actualE4 }: { from: string; to: string; actualE4: number },
): Promise<FoodStockFlow> {
  const places = selectBranchPlaces(branch);
  const closing = await sql<Omit<Sums, 'qtyHigh' | 'qtyLow'>>`
    select ${buildSum('value', 'value')} from (
      select ${ref('valueE4')} as value from balances where ${ref('placeId')} in ${places} and ${isFood('itemId')}
      union all
      select -${ref('valueE4')} from ${sql.table('stockDaily')}
      where ${ref('placeId')} in ${places} and ${ref('businessDay')} > ${to} and ${isFood('itemId')}
    ) as sides`.execute(db);
  const sides = await sql<{ isOut: number; valueHigh: number; valueLow: number }>`
    select ${ref('isOut')}, sum(${ref('valueHigh')}) as ${ref('valueHigh')}, sum(${ref('valueLow')}) as ${ref('valueLow')} from (
      select case when ${ref('qtyHigh')} * 1000000000 + ${ref('qtyLow')} < 0 then 1 else 0 end as ${ref('isOut')},
        ${ref('valueHigh')}, ${ref('valueLow')}
      from (
        select ${buildSum('qty', 'd.qtyMicro')}, ${buildSum('value', 'd.valueE4')}
        from ${sql.table('stockDaily')} as d
        where d.${ref('placeId')} in ${places} and d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} <= ${to}
          and d.kind not in ${usageKindList} and ${isFood('d.itemId')}
        group by d.${ref('itemId')}, d.kind) as kinds
    ) as flows group by ${ref('isOut')}`.execute(db);
  const batches = await sql<Omit<Sums, 'qtyHigh' | 'qtyLow'>>`
    select ${buildSum('value', 'value')} from ${selectBatchConsumption(db, [branch], { from, to })} as sides
    where ${isFood('itemId')}`.execute(db);
  const findSide = (isOut: number) => sides.rows.find((row) => Number(row.isOut) === isOut);
  const readOptionalValue = (row: Parameters<typeof readValue>[0] | undefined) => (row ? readValue(row) : 0);
  const [closingE4, inE4] = [readOptionalValue(closing.rows[0]), readOptionalValue(findSide(0))];
  const outE4 = 0 - readOptionalValue(findSide(1)) - readOptionalValue(batches.rows[0]);
  return { openingE4: actualE4 - inE4 + outE4 + closingE4, inE4, outE4, closingE4 };
}

const listMoveKinds = (part: VariancePart): string[] => {
  const role = {
    portions: 'use',
    waste: 'waste',
    transfers: 'transfers',
    counts: 'counts',
    reversals: 'reversals',
  } as const;
  return Object.keys(moveKinds).filter((kind) =>
    part === 'price' || part === 'unexplained'
      ? ['in', 'value'].includes(getFoodCostRole(kind, 1))
      : getFoodCostRole(kind, 1) === role[part],
  );
};

/** Maximum number of documents per part. */
const maxDocuments = 200;

/**
 * Lists the documents behind a part of the food and drink variance, largest first. For price and unexplained,
 * these are the documents that received or revalued goods; otherwise those whose movements belong to the
 * part.
 */
export async function listVarianceDocuments(
  db: Queryable,
  branch: string,
  { from, to, part }: { from: string; to: string; part: VariancePart },
): Promise<FoodCostDocument[]> {
  const places = selectBranchPlaces(branch);
  const kinds = sql.join(listMoveKinds(part));
  const selectSide = (place: string, day: string, sign: number) => sql`
    select ${ref('docType')}, ${ref('docId')}, ${ref('docNo')}, ${ref(day)} as day, ${sql.lit(sign)} * ${ref('valueE4')} as value
    from ${sql.table('stockMoves')} where ${ref(place)} in ${places} and kind in (${kinds}) and ${isFood('itemId')}
      and ${ref(day)} >= ${from} and ${ref(day)} <= ${to}`;
  const { rows } = await sql<{
    docType: string;
    docId: string;
    docNo: string | null;
    day: string;
    moves: number;
    value: number;
  }>`
    select ${ref('docType')}, ${ref('docId')}, max(${ref('docNo')}) as ${ref('docNo')}, max(day) as day, count(*) as moves,
      cast(sum(value) as bigint) as value
    from (${selectSide('fromPlace', 'businessDay', 1)} union all ${selectSide('toPlace', 'arrivalDay', -1)}) as sides
    group by ${ref('docType')}, ${ref('docId')} having sum(value) <> 0
    order by abs(sum(value)) desc, ${ref('docId')} limit ${maxDocuments}`.execute(db);
  return rows.map(({ docType, docId, docNo, day, moves, value }) => ({
    docType,
    docId,
    docNo,
    day,
    moves: Number(moves),
    value: fromE4(Number(value)),
  }));
}
