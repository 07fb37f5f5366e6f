import type { FoodCost, FoodCostItem } from '#contract/food-cost.ts';
import {
  coverageMicro,
  expectedE4,
  figureAbove,
  type ItemFigures,
  itemVariance,
  type ItemVariance,
  percentOf,
  sumOfParts,
  varianceParts,
} from '#domain/food-cost/food-cost.ts';
import { fromE4, toE4 } from '#domain/money.ts';
import { amountE4 } from '#domain/recipes/costing.ts';
import { nearest, zero } from '#domain/recipes/exact.ts';
import { fromMicro, QuantityError } from '#domain/quantity.ts';
import type { Queryable } from '../../db/types.ts';
import { itemsCounted } from './counted.ts';
import { type Moved, movedBetween, nothingUsed, type Used } from './moved.ts';
import { readEachTime, type Reading, readOnce } from './reading.ts';
import { type Period, type SoldThing, type Theory, theoryOf } from './theory.ts';

/** Below this share of what a figure stands on there is none, in percent. */
export const leastPercent = 80;

const percent = (coverage: number | null): number | null =>
  coverage === null ? null : Math.floor(coverage / 10_000) / 100;

type OfBranch = Period & { branchName: string; leastPercent: number };

/**
 * The food cost of a branch in a period: what its sales should have taken, what was used, and what lies between, in parts.
 * Where less than `leastPercent` of what a figure stands on is known, it is null, and what is missing says why. A branch
 * with something beyond exact numbers has no figure, and takes no other branch's.
 */
export async function foodCostOf(
  db: Queryable,
  period: OfBranch,
  how: How = { reading: readEachTime, withItems: true, withMoved: true },
): Promise<FoodCost> {
  try {
    return await figuresOf(db, period, how);
  } catch (error) {
    if (error instanceof QuantityError) return withoutFigures(period);
    throw error;
  }
}

function withoutFigures({ branch, branchName, from, to, basis, leastPercent }: OfBranch): FoodCost {
  return {
    branch,
    branchName,
    from,
    to,
    basis,
    net: null,
    theoretical: null,
    actual: null,
    variance: null,
    coverage: { sales: null, counts: null, least: leastPercent },
    missing: {
      unmapped: { net: 0, articles: 0, percent: null },
      recipes: { net: 0, percent: null, rows: [] },
      items: { value: 0, percent: null, count: 0 },
    },
    items: [],
  };
}

/** The same of several branches, one after the other, without their items. */
export async function* foodCostOfEach<B extends { _id: string; name: string }>(
  db: Queryable,
  branches: readonly B[],
  period: Omit<Period, 'branch'>,
): AsyncGenerator<Omit<FoodCost, 'items'> & { of: B }> {
  const reading = readOnce(branches.map(({ _id }) => _id));
  const how = { reading, withItems: false, withMoved: true };
  for (const of of branches) {
    const asked = { ...period, branch: of._id, branchName: of.name, leastPercent };
    const { items: _, ...told } = await foodCostOf(db, asked, how);
    yield { ...told, of };
  }
}

interface How {
  reading: Reading;
  /** Whether items are told with their names: not for who shows none. */
  withItems: boolean;
  /** Whether it is told what lay there, came and went, between which lies what was used. */
  withMoved: boolean;
}

/**
 * What branches used and what they sold in a period, in ten-thousandths, of those of which both are known: the parts of the food cost of all
 * of them. Where nobody counted anything, nothing is known of what was used, and nothing is read.
 */
export async function usedAndSold(
  db: Queryable,
  branches: readonly { _id: string; name: string }[],
  period: Omit<Period, 'branch'>,
): Promise<{ usedE4: bigint; soldE4: bigint }> {
  const ids = branches.map(({ _id }) => _id);
  const counted = await itemsCounted(db, ids, period);
  const reading = {
    ...readOnce(ids.filter((branch) => counted.has(branch))),
    counted: async (_: Queryable, branch: string) => counted.get(branch) ?? new Set<string>(),
  };
  const how = { reading, withItems: false, withMoved: false };
  const sums = { usedE4: 0n, soldE4: 0n };
  for (const { _id: branch, name: branchName } of branches) {
    if (!counted.has(branch)) continue;
    const { actual, net } = await foodCostOf(db, { ...period, branch, branchName, leastPercent }, how);
    if (actual === null || net === null) continue;
    sums.usedE4 += BigInt(toE4(actual.value));
    sums.soldE4 += BigInt(toE4(net));
  }
  return sums;
}

async function figuresOf(
  db: Queryable,
  period: OfBranch,
  { reading, withItems, withMoved }: How,
): Promise<FoodCost> {
  const { branch, branchName, from, to, basis, leastPercent } = period;
  const used = await reading.used(db, branch, period);
  const theory = await theoryOf(db, period, [...used.keys()], reading);
  const counted = await reading.counted(db, branch, period);
  const rows: Row[] = [];
  const tell = (itemId: string, own: Used) => {
    const row = itemOf(itemId, { used: own, theory, isCounted: counted.has(itemId) });
    if (row) rows.push(row);
  };
  for (const [itemId, own] of used) tell(itemId, own);
  for (const itemId of theory.items.keys()) if (!used.has(itemId)) tell(itemId, nothingUsed);
  const [theoreticalE4, actualE4] = [sumOf(rows, 'theoreticalE4'), sumOf(rows, 'actualE4')];
  const known = theory.sold.filter(({ why }) => why === null);
  const nets = [...theory.sold.map(({ netE4 }) => netE4), theory.unmapped.netE4];
  const sales = coverageMicro(
    known.map(({ netE4 }) => netE4),
    nets,
  );
  const counts = coverageMicro(rows.filter(({ isCounted }) => isCounted).map(weightE4), rows.map(weightE4));
  const leastMicro = leastPercent * 1_000_000;
  const net = theory.isSold ? theory.netE4 : null;
  const ofNet = (costE4: number) => (net === null ? null : percentOf(costE4, net));
  const theoretical = figureAbove(net === null ? null : sales, leastMicro, {
    value: fromE4(theoreticalE4),
    percent: ofNet(theoreticalE4),
  });
  const moved =
    figureAbove(counts, leastMicro, true) &&
    (withMoved ? await movedBetween(db, branch, { from, to, actualE4 }) : untold);
  const actual = moved && {
    value: fromE4(actualE4),
    percent: ofNet(actualE4),
    opening: fromE4(moved.openingE4),
    in: fromE4(moved.inE4),
    out: fromE4(moved.outE4),
    closing: fromE4(moved.closingE4),
  };
  const open = theory.sold.filter(({ why }) => why !== null);
  const names = await namesOf(db, withItems ? rows : [], open);
  return {
    branch,
    branchName,
    from,
    to,
    basis,
    net: net === null ? null : fromE4(net),
    theoretical,
    actual,
    variance:
      theoretical && actual
        ? { total: fromE4(actualE4 - theoreticalE4), parts: inMoney(sumOfParts(rows.map(itemVariance))) }
        : null,
    coverage: { sales: percent(sales), counts: percent(counts), least: leastPercent },
    missing: missingOf({ unmapped: theory.unmapped, sold: open }, rows, nets, names),
    items: withItems ? itemsOf(rows, theory, names) : [],
  };
}

/** What each item tells, the largest difference first. */
function itemsOf(rows: readonly Row[], theory: Theory, names: Names): FoodCostItem[] {
  const difference = (row: Row) => Math.abs(row.actualE4 - row.theoreticalE4);
  return rows
    .toSorted((a, b) => difference(b) - difference(a))
    .map((row): FoodCostItem => {
      const { itemId, isCounted, cost, theoreticalE4, actualE4, actualMicro } = row;
      const each = amountE4(cost);
      return {
        itemId,
        isCounted,
        theoreticalQty: nearest(theory.items.get(itemId) ?? zero),
        actualQty: fromMicro(actualMicro),
        cost: each === null ? null : fromE4(each),
        name: names.get(itemId)?.name ?? '',
        unit: names.get(itemId)?.symbol ?? '',
        theoretical: fromE4(theoreticalE4),
        actual: fromE4(actualE4),
        parts: inMoney(itemVariance(row).parts),
      };
    });
}

const untold: Moved = { openingE4: 0, inE4: 0, outE4: 0, closingE4: 0 };

const inMoney = (parts: ItemVariance['parts']) =>
  Object.fromEntries(varianceParts.map((part) => [part, fromE4(parts[part])])) as ItemVariance['parts'];

interface Figures {
  used: Used;
  theory: Theory;
  isCounted: boolean;
}

/** An item, and what is told of it before anything is told apart. */
interface Row extends ItemFigures {
  theoreticalE4: number;
  actualMicro: number;
}

/** One item; none where nothing of it happened. */
function itemOf(itemId: string, { used, theory, isCounted }: Figures): Row | null {
  const { useMicro, wasteMicro, transfersMicro, countsMicro, transfersValueE4, actualE4 } = used;
  const taken = theory.items.get(itemId) ?? zero;
  const actualMicro = useMicro + wasteMicro + transfersMicro + countsMicro;
  if (taken.num === 0n && actualE4 === 0 && actualMicro === 0) return null;
  const cost = theory.costs.get(itemId)?.cost ?? null;
  const theoreticalE4 = expectedE4({ theory: taken, cost });
  return {
    itemId,
    theory: taken,
    cost,
    actualE4,
    useMicro,
    wasteMicro,
    transfersMicro,
    countsMicro,
    transfersValueE4,
    isCounted,
    theoreticalE4,
    actualMicro,
  };
}

/** What an item weighs among those of which it is asked whether somebody counted them. */
const weightE4 = ({ actualE4, theoreticalE4 }: Row): number =>
  Math.max(Math.abs(actualE4), Math.abs(theoreticalE4));

const sumOf = (rows: readonly Row[], figure: 'theoreticalE4' | 'actualE4'): number =>
  rows.reduce((sum, row) => sum + row[figure], 0);

type Names = Map<string, { name: string; symbol: string | null }>;

/** What is not known: `sold` is of what. */
function missingOf(
  { unmapped, sold }: Pick<Theory, 'unmapped' | 'sold'>,
  rows: readonly Row[],
  nets: readonly number[],
  names: Names,
): FoodCost['missing'] {
  const share = (values: readonly number[], of: readonly number[]) => percent(coverageMicro(values, of));
  const open = sold.toSorted((a, b) => b.netE4 - a.netE4);
  const uncounted = rows.filter(({ isCounted }) => !isCounted);
  const value = uncounted.reduce((total, row) => total + weightE4(row), 0);
  return {
    unmapped: {
      net: fromE4(unmapped.netE4),
      articles: unmapped.articles,
      percent: share([unmapped.netE4], nets),
    },
    recipes: {
      net: fromE4(open.reduce((total, { netE4 }) => total + netE4, 0)),
      percent: share(
        open.map(({ netE4 }) => netE4),
        nets,
      ),
      rows: open.slice(0, 100).map(({ id, netE4, why }) => ({
        recipeId: id,
        name: names.get(id)?.name ?? '',
        net: fromE4(netE4),
        why: why ?? 'cost',
      })),
    },
    items: {
      value: fromE4(value),
      percent: share(uncounted.map(weightE4), rows.map(weightE4)),
      count: uncounted.length,
    },
  };
}

async function namesOf(
  db: Queryable,
  rows: readonly { itemId: string }[],
  sold: readonly SoldThing[],
): Promise<Names> {
  const names: Names = new Map();
  const items = [
    ...rows.map(({ itemId }) => itemId),
    ...sold.flatMap(({ kind, id }) => (kind === 'item' ? [id] : [])),
  ];
  if (items.length > 0)
    for (const { _id, name, symbol } of await db
      .selectFrom('items')
      .leftJoin('units', 'units._id', 'items.baseUnit')
      .select(['items._id', 'items.name', 'units.symbol'])
      .where('items._id', 'in', items)
      .execute())
      names.set(_id, { name, symbol });
  const recipes = sold.flatMap(({ kind, id }) => (kind === 'recipe' ? [id] : []));
  if (recipes.length > 0)
    for (const { _id, name } of await db
      .selectFrom('recipes')
      .select(['_id', 'name'])
      .where('_id', 'in', recipes)
      .execute())
      names.set(_id, { name, symbol: null });
  return names;
}
