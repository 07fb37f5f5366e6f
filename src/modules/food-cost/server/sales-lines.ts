import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from '#core/periods.ts';
import { type Factor, microToFactor } from '#modules/recipes/sum-of-products.ts';
import { compareCodes } from '#core/text.ts';
import { sumHighLow, requireExactSum } from '#platform/server/db/exact-sums.ts';
import { jsonValues } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadModifiers, type ModifierReader, type SoldModifier } from '#modules/sales/server/modifiers.ts';

/** Sales of one product. */
export interface SoldLine {
  /** The day, or the first day of the recipe period. */
  day: string;
  recipeId: string | null;
  itemId: string | null;
  isNonFood: boolean;
  isUnknown: boolean;
  tillItems: number;
  /** Portions, or base units of an item. */
  amount: Factor;
  /** Portions or base units per unit sold. */
  qtyPerSale: Factor;
  /** Mapped modifiers of each unit. */
  modifiers: readonly SoldModifier[];
  soldMicro: number;
  netE4: number;
}

/**
 * Returns SQL for the first day of the recipe period that contains `d.day`, given the days on which recipes
 * change.
 */
function buildRecipePeriodStart(recipeStarts: readonly string[]): RawBuilder<string> {
  const [first = '', ...later] = recipeStarts;
  if (later.length === 0) return sql<string>`cast(${sql.lit(first)} as text)`;
  const cases = later
    .toReversed()
    .map((start) => sql`when ${sql.ref('d.day')} >= ${sql.lit(start)} then ${sql.lit(start)}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else ${sql.lit(first)} end`;
}

/**
 * Loads the sales of a branch by product and recipe period.
 *
 * @throws QuantityError if a sum exceeds the safe integer range
 */
export const loadSales = async (
  db: Queryable,
  branch: string,
  days: DayRange,
  recipeStarts: readonly string[],
): Promise<SoldLine[]> => {
  const rows = await loadSalesRows(db, branch, days, buildRecipePeriodStart(recipeStarts));
  const unmapped = await loadUnmappedModifiers(db, [branch], days, recipeStarts);
  return [...convertRowsToSoldLines(rows, await loadModifiers(db)), ...unmapped(branch)];
};

/**
 * Loads lines that deduct the net sales of unmapped modifiers from the products sold with them, and report
 * them as unmapped.
 */
async function loadUnmappedModifiers(
  db: Queryable,
  branches: readonly string[],
  { from, to }: DayRange,
  recipeStarts: readonly string[],
): Promise<(branch: string) => SoldLine[]> {
  const net = sumHighLow(sql.ref('m.netE4'));
  const start = buildRecipePeriodStart(recipeStarts);
  const rows = await db
    .selectFrom('saleDays as d')
    .innerJoin('saleModifiers as m', 'm.dayId', 'd._id')
    .innerJoin('saleRows as r', (join) =>
      join.onRef('r.dayId', '=', 'm.dayId').onRef('r.rowNo', '=', 'm.rowNo'),
    )
    .leftJoin('tillItems as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code').on('a.isModifier', '=', 0),
    )
    .leftJoin('tillItems as n', (join) =>
      join.onRef('n.sourceId', '=', 'd.sourceId').onRef('n.code', '=', 'm.code').on('n.isModifier', '=', 1),
    )
    .select(['d.branchId', start.as('day'), 'r.recipeId as tillRecipeId', 'a.recipeId', 'a.itemId'])
    .select(({ fn }) => [
      net.high.as('netHigh'),
      net.low.as('netLow'),
      fn.count<number>('m.rowNo').as('tillItems'),
    ])
    .where('d.branchId', 'in', branches)
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .where('n._id', 'is', null)
    .where(({ eb, or }) => or([eb('r.recipeId', 'is not', null), eb('a.isNonFood', '=', 0)]))
    .groupBy(['d.branchId', start, 'r.recipeId', 'a.recipeId', 'a.itemId'])
    .execute();
  return (branch) =>
    rows
      .filter(({ branchId }) => branchId === branch)
      .flatMap(({ day, tillRecipeId, recipeId, itemId, tillItems, ...sums }) => {
        const netE4 = requireExactSum(sums.netHigh, sums.netLow);
        const line = {
          day,
          isNonFood: false,
          modifiers: [],
          soldMicro: 0,
          amount: microToFactor(0),
          qtyPerSale: microToFactor(0),
        };
        const product = { recipeId: tillRecipeId ?? recipeId, itemId: tillRecipeId === null ? itemId : null };
        return [
          { ...line, ...product, isUnknown: false, tillItems: 0, netE4: -netE4 },
          { ...line, recipeId: null, itemId: null, isUnknown: true, tillItems: Number(tillItems), netE4 },
        ];
      });
}

interface MappedTillItem {
  recipeId: string | null;
  itemId: string | null;
  isNonFood: boolean;
  qtyPerSale: Factor;
  /** Position in the list of all menu items. */
  rank: number;
}

/** Sales of one product: a recipe named by the till, or a menu item. */
interface TillItemSum {
  start: string;
  tillRecipeId: string | null;
  sourceId: string;
  code: string;
  modifiers: string | null;
  tillItems: number;
  soldMicro: number;
  netE4: number;
}

/**
 * Loads the sales of several branches by product and recipe period, from one row per till day with its menu
 * items as JSON. The returned function throws QuantityError for a branch whose sums exceed the safe integer
 * range.
 */
export async function loadSalesByBranch(
  db: Queryable,
  branches: readonly string[],
  days: DayRange,
  recipeStarts: readonly string[],
): Promise<(branch: string) => Promise<SoldLine[]>> {
  if (branches.length === 0) return async () => [];
  const { rows } = await selectSalesDays(db, branches, days).execute(db);
  const daysByBranch = Map.groupBy(rows, ({ branchId }) => branchId);
  const tillItems = await loadTillItems(db, new Set(rows.map(({ sourceId }) => sourceId)));
  const readModifiers = await loadModifiers(db);
  const unmapped = await loadUnmappedModifiers(db, branches, days, recipeStarts);
  return async (branch) => {
    const sums = sumByTillItem(daysByBranch.get(branch) ?? [], recipeStarts);
    return sums
      ? [...convertSumsToSoldLines(sums, tillItems, readModifiers), ...unmapped(branch)]
      : loadSales(db, branch, days, recipeStarts);
  };
}

/** Returns SQL for the till days of branches, each with its menu items and figures as JSON arrays. */
function selectSalesDays(
  db: Queryable,
  branches: readonly string[],
  { from, to }: DayRange,
): RawBuilder<SoldDay> {
  const ref = (name: string) => sql.ref(name);
  const selectValues = (column: string, name: string) =>
    sql`${jsonValues(db.dialect, ref(column))} as ${ref(name)}`;
  const result = sql.join([
    selectValues('r.code', 'codes'),
    selectValues('r.recipeId', 'tillRecipeId'),
    selectValues('r.modifiers', 'modifiers'),
    selectValues('r.qtyMicro', 'qtyMicro'),
    selectValues('r.netE4', 'netE4'),
  ]);
  const day = sql`d.${ref('branchId')}, d.${ref('sourceId')}, d.day`;
  const [days, rows] = [sql`${sql.table('saleDays')} as d`, sql`${sql.table('saleRows')} as r`];
  const isOfDay = sql`r.${ref('dayId')} = d.${ref('_id')}`;
  const inRequest = sql`d.${ref('branchId')} in (${sql.join(branches)}) and d.day >= ${from} and d.day <= ${to}`;
  // Lateral, because PostgreSQL would otherwise sort all rows by day.
  return db.dialect === 'postgres'
    ? sql`select ${day}, sold.* from ${days}
        cross join lateral (select ${result} from ${rows} where ${isOfDay} having count(*) > 0) as sold where ${inRequest}`
    : sql`select ${day}, ${result} from ${days} join ${rows} on ${isOfDay} where ${inRequest}
        group by d.${ref('_id')}, ${day}`;
}

async function loadTillItems(db: Queryable, sources: ReadonlySet<string>) {
  const tillItems = new Map<string, Map<string, MappedTillItem>>();
  if (sources.size === 0) return tillItems;
  const rows = await db
    .selectFrom('tillItems')
    .select(['sourceId', 'code', 'recipeId', 'itemId', 'isNonFood', 'qtyMicro'])
    .where('sourceId', 'in', [...sources])
    .where('isModifier', '=', 0)
    .orderBy('_id')
    .execute();
  for (const [rank, { sourceId, code, recipeId, itemId, isNonFood, qtyMicro }] of rows.entries()) {
    const sourceArticles = tillItems.get(sourceId) ?? new Map<string, MappedTillItem>();
    tillItems.set(sourceId, sourceArticles);
    sourceArticles.set(code, {
      recipeId,
      itemId,
      isNonFood: Number(isNonFood) === 1,
      qtyPerSale: microToFactor(Number(qtyMicro)),
      rank,
    });
  }
  return tillItems;
}

type SoldDay = Record<
  'branchId' | 'sourceId' | 'day' | 'codes' | 'tillRecipeId' | 'modifiers' | 'qtyMicro' | 'netE4',
  string
>;

/** Totals till days by recipe period and product; null when the sums exceed the safe integer range. */
function sumByTillItem(days: readonly SoldDay[], recipeStarts: readonly string[]): TillItemSum[] | null {
  const groups = new Map<string, Map<string, TillItemSum>>();
  const getGroup = (key: string) => {
    const group = groups.get(key) ?? new Map<string, TillItemSum>();
    groups.set(key, group);
    return group;
  };
  // Sum of absolute values: while it is exact, so is every partial sum.
  let size = 0;
  for (const { sourceId, day, ...columns } of days) {
    const [codes, tillRecipeId, modifierKeys, qtyMicro, netE4] = [
      columns.codes,
      columns.tillRecipeId,
      columns.modifiers,
      columns.qtyMicro,
      columns.netE4,
    ].map((text) => JSON.parse(text) as unknown[]) as [
      string[],
      (string | null)[],
      (string | null)[],
      number[],
      number[],
    ];
    const start = recipeStarts.findLast((start) => start <= day) ?? day;
    const [byCode, byName] = [getGroup(`${start} ${sourceId}`), getGroup(start)];
    for (const [index, code] of codes.entries()) {
      const name = tillRecipeId[index] ?? null;
      const modifiers = modifierKeys[index] ?? null;
      const [group, tillItem] = name === null ? [byCode, code] : [byName, name];
      const key = modifiers === null ? tillItem : `${tillItem}\0${sourceId}\0${modifiers}`;
      let sum = group.get(key);
      if (!sum) {
        sum = { start, tillRecipeId: name, sourceId, code, modifiers, tillItems: 0, soldMicro: 0, netE4: 0 };
        group.set(key, sum);
      }
      sum.tillItems += 1;
      sum.soldMicro += qtyMicro[index] ?? 0;
      sum.netE4 += netE4[index] ?? 0;
      size += Math.abs(qtyMicro[index] ?? 0) + Math.abs(netE4[index] ?? 0);
    }
  }
  return Number.isSafeInteger(size) ? [...groups.values()].flatMap((group) => [...group.values()]) : null;
}

/** Adds the mappings to the sums, in the order in which a database groups them. */
function convertSumsToSoldLines(
  sums: readonly TillItemSum[],
  tillItems: Awaited<ReturnType<typeof loadTillItems>>,
  readModifiers: ModifierReader,
): SoldLine[] {
  const getTillItem = ({ tillRecipeId, sourceId, code }: TillItemSum) =>
    tillRecipeId === null ? tillItems.get(sourceId)?.get(code) : undefined;
  return sums
    .map((sum) => ({ sum, tillItem: getTillItem(sum) }))
    .toSorted(
      (a, b) =>
        compareCodes(a.sum.start, b.sum.start) ||
        compareCodes(a.sum.tillRecipeId ?? '', b.sum.tillRecipeId ?? '') ||
        (a.tillItem?.rank ?? -1) - (b.tillItem?.rank ?? -1),
    )
    .map(
      ({
        sum: { start: day, tillRecipeId, sourceId, modifiers, tillItems: count, soldMicro, netE4 },
        tillItem,
      }) => {
        const sold = microToFactor(soldMicro);
        return {
          day,
          recipeId: tillRecipeId ?? tillItem?.recipeId ?? null,
          itemId: tillRecipeId === null ? (tillItem?.itemId ?? null) : null,
          isNonFood: tillItem?.isNonFood ?? false,
          isUnknown: tillRecipeId === null && tillItem === undefined,
          tillItems: count,
          amount: tillItem ? sold.times(tillItem.qtyPerSale) : sold,
          qtyPerSale: tillItem?.qtyPerSale ?? microToFactor(1_000_000),
          modifiers: readModifiers(sourceId, modifiers),
          soldMicro,
          netE4,
        };
      },
    );
}

/** Loads the sales of a branch by product and day, or by product and another expression over days. */
async function loadSalesRows(
  db: Queryable,
  branch: string,
  { from, to }: DayRange,
  groupBy: RawBuilder<string> = sql.ref('d.day'),
) {
  const [qty, net] = [sumHighLow(sql.ref('r.qtyMicro')), sumHighLow(sql.ref('r.netE4'))];
  /** The till that the modifiers of a row belong to. */
  const source = sql<
    string | null
  >`case when ${sql.ref('r.modifiers')} is not null then ${sql.ref('d.sourceId')} end`;
  return db
    .selectFrom('saleDays as d')
    .innerJoin('saleRows as r', 'r.dayId', 'd._id')
    .leftJoin('tillItems as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code').on('a.isModifier', '=', 0),
    )
    .select([
      groupBy.as('day'),
      source.as('sourceId'),
      'r.modifiers',
      'r.recipeId as tillRecipeId',
      'a._id as tillItem',
      'a.recipeId',
      'a.itemId',
      'a.isNonFood',
      'a.qtyMicro as eachMicro',
    ])
    .select(({ fn }) => [
      qty.high.as('qtyHigh'),
      qty.low.as('qtyLow'),
      net.high.as('netHigh'),
      net.low.as('netLow'),
      fn.count<number>('r.rowNo').as('tillItems'),
    ])
    .where('d.branchId', '=', branch)
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .groupBy([
      groupBy,
      source,
      'r.modifiers',
      'r.recipeId',
      'a._id',
      'a.recipeId',
      'a.itemId',
      'a.isNonFood',
      'a.qtyMicro',
    ])
    .execute();
}

/** @throws QuantityError if a sum exceeds the safe integer range */
const convertRowsToSoldLines = (
  rows: Awaited<ReturnType<typeof loadSalesRows>>,
  readModifiers: ModifierReader,
): SoldLine[] =>
  rows.map(({ day, tillRecipeId, tillItem, recipeId, itemId, isNonFood, eachMicro, tillItems, ...sums }) => {
    const soldMicro = requireExactSum(sums.qtyHigh, sums.qtyLow);
    const sold = microToFactor(soldMicro);
    const qtyPerSale = microToFactor(tillRecipeId === null ? Number(eachMicro ?? 0) : 1_000_000);
    return {
      day,
      recipeId: tillRecipeId ?? recipeId,
      itemId: tillRecipeId === null ? itemId : null,
      isNonFood: tillRecipeId === null && Number(isNonFood ?? 0) === 1,
      isUnknown: tillRecipeId === null && tillItem === null,
      tillItems: Number(tillItems),
      amount: tillRecipeId === null ? sold.times(qtyPerSale) : sold,
      qtyPerSale,
      modifiers: readModifiers(sums.sourceId ?? '', sums.modifiers),
      soldMicro,
      netE4: requireExactSum(sums.netHigh, sums.netLow),
    };
  });

/** Lists the days on which a dish was sold; they add up to its total in `computeTheoreticalUsage`. */
export async function listDishDays(
  db: Queryable,
  { branch, ...period }: DayRange & { branch: string },
  dish: string,
): Promise<{ day: string; soldMicro: number; netE4: number }[]> {
  const days = new Map<string, { day: string; soldMicro: number; netE4: number }>();
  const rows = await loadSalesRows(db, branch, period);
  for (const { day, recipeId, itemId, isNonFood, isUnknown, soldMicro, netE4 } of convertRowsToSoldLines(
    rows,
    () => [],
  )) {
    if (isNonFood || isUnknown || (recipeId ?? itemId) !== dish) continue;
    const total = days.get(day) ?? { day, soldMicro: 0, netE4: 0 };
    days.set(day, { day, soldMicro: total.soldMicro + soldMicro, netE4: total.netE4 + netE4 });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
