import type { FoodCost, FoodCostItem, FoodCostOfBranch } from '#contract/food-cost.ts';
import {
  coverageMicro,
  figureAbove,
  type ItemFigures,
  itemVariance,
  type ItemVariance,
  percentOf,
  sumOfParts,
  varianceParts,
} from '#domain/food-cost/food-cost.ts';
import { fromE4 } from '#domain/money.ts';
import { amountE4 } from '#domain/recipes/costing.ts';
import { nearest } from '#domain/recipes/exact.ts';
import { type Factor, SumOfProducts } from '#domain/recipes/sum-of-products.ts';
import { fromMicro, QuantityError } from '#domain/quantity.ts';
import type { Queryable } from '../../db/types.ts';
import { itemsCounted } from './counted.ts';
import { movedBetween, nothingUsed, type Used } from './moved.ts';
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
export async function foodCostOf(db: Queryable, period: OfBranch): Promise<FoodCost> {
  try {
    const sums = await sumsOf(db, period, readEachTime);
    const { rows, actualE4 } = sums;
    const names = await namesOf(db, rows, sums);
    const told = toldOf(period, sums, names);
    const moved = actualE4 === null ? null : await movedBetween(db, period.branch, { ...period, actualE4 });
    return {
      ...told,
      actual: told.actual &&
        moved && {
          ...told.actual,
          opening: fromE4(moved.openingE4),
          in: fromE4(moved.inE4),
          out: fromE4(moved.outE4),
          closing: fromE4(moved.closingE4),
        },
      variance: told.variance && {
        ...told.variance,
        parts: inMoney(sumOfParts(rows.map((row) => itemVariance(figuresOfItem(row))))),
      },
      items: itemsOf(rows, names),
    };
  } catch (error) {
    if (error instanceof QuantityError) return { ...withoutFigures(period), items: [] };
    throw error;
  }
}

function withoutFigures({ branch, branchName, from, to, basis, leastPercent }: OfBranch) {
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
  };
}

/** The same of several branches, one after the other, each as one among others. */
export async function* foodCostOfEach<B extends { _id: string; name: string }>(
  db: Queryable,
  branches: readonly B[],
  period: Omit<Period, 'branch'>,
): AsyncGenerator<FoodCostOfBranch & { of: B }> {
  const reading = readOnce(branches.map(({ _id }) => _id));
  for (const of of branches) {
    const asked = { ...period, branch: of._id, branchName: of.name, leastPercent };
    const sums = await sumsOrNone(db, asked, reading);
    yield { ...(sums ? toldOf(asked, sums, await namesOf(db, [], sums)) : withoutFigures(asked)), of };
  }
}

/**
 * What branches used and what they sold in a period, in ten-thousandths, of those of which both are known: the parts of the food cost of all
 * of them. Where nobody counted anything, nothing is known of what was used, and nothing is read.
 */
export async function usedAndSold(
  db: Queryable,
  branches: readonly string[],
  period: Omit<Period, 'branch'>,
): Promise<{ usedE4: bigint; soldE4: bigint }> {
  const counted = await itemsCounted(db, branches, period);
  const some = branches.filter((branch) => counted.has(branch));
  const reading = {
    ...readOnce(some),
    counted: async (_: Queryable, branch: string) => counted.get(branch) ?? new Set<string>(),
  };
  const sums = { usedE4: 0n, soldE4: 0n };
  for (const branch of some) {
    const { actualE4 = null, netE4 = null } =
      (await sumsOrNone(db, { ...period, branch, leastPercent }, reading)) ?? {};
    if (actualE4 === null || netE4 === null) continue;
    sums.usedE4 += BigInt(actualE4);
    sums.soldE4 += BigInt(netE4);
  }
  return sums;
}

/** What a branch comes to in a period, and of what; a figure is null where too little of what it stands on is known. */
interface Sums {
  netE4: number | null;
  theoreticalE4: number | null;
  actualE4: number | null;
  /** How much of the sales, and of what was used, is known, in millionths of a percent. */
  known: { sales: number | null; counts: number | null };
  rows: readonly Row[];
  theory: Theory;
}

/** @throws QuantityError where something of it is beyond exact numbers. */
async function sumsOf(
  db: Queryable,
  period: Period & Pick<OfBranch, 'leastPercent'>,
  reading: Reading,
): Promise<Sums> {
  const { branch, leastPercent } = period;
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
  const sales = coverageMicro(
    theory.sold.filter(({ why }) => why === null).map(({ netE4 }) => netE4),
    netsOf(theory),
  );
  const counts = coverageMicro(rows.filter(({ isCounted }) => isCounted).map(weightE4), rows.map(weightE4));
  const leastMicro = leastPercent * 1_000_000;
  return {
    netE4: theory.isSold ? theory.netE4 : null,
    theoreticalE4: figureAbove(theory.isSold ? sales : null, leastMicro, sumOf(rows, 'theoreticalE4')),
    actualE4: figureAbove(counts, leastMicro, sumOf(rows, 'actualE4')),
    known: { sales, counts },
    rows,
    theory,
  };
}

async function sumsOrNone(...asked: Parameters<typeof sumsOf>): Promise<Sums | null> {
  try {
    return await sumsOf(...asked);
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/** What each thing that was sold came to, and all that nobody has said of what it is. */
const netsOf = ({ sold, unmapped }: Theory): number[] => [...sold.map(({ netE4 }) => netE4), unmapped.netE4];

/** What a branch comes to, as it is told. */
function toldOf(period: OfBranch, sums: Sums, names: Names): FoodCostOfBranch {
  const { branch, branchName, from, to, basis, leastPercent } = period;
  const { netE4, theoreticalE4, actualE4, known, rows, theory } = sums;
  const inAll = (costE4: number | null) =>
    costE4 === null
      ? null
      : { value: fromE4(costE4), percent: netE4 === null ? null : percentOf(costE4, netE4) };
  return {
    branch,
    branchName,
    from,
    to,
    basis,
    net: netE4 === null ? null : fromE4(netE4),
    theoretical: inAll(theoreticalE4),
    actual: inAll(actualE4),
    variance:
      theoreticalE4 === null || actualE4 === null ? null : { total: fromE4(actualE4 - theoreticalE4) },
    coverage: { sales: percent(known.sales), counts: percent(known.counts), least: leastPercent },
    missing: missingOf(theory, rows, names),
  };
}

/** What each item tells, the largest difference first. */
function itemsOf(rows: readonly Row[], names: Names): FoodCostItem[] {
  const difference = (row: Row) => Math.abs(row.actualE4 - row.theoreticalE4);
  return rows
    .toSorted((a, b) => difference(b) - difference(a))
    .map((row): FoodCostItem => {
      const { itemId, isCounted, taken, cost, theoreticalE4, actualE4, actualMicro } = row;
      const each = amountE4(cost?.exact ?? null);
      return {
        itemId,
        isCounted,
        theoreticalQty: nearest(taken.value),
        actualQty: fromMicro(actualMicro),
        cost: each === null ? null : fromE4(each),
        name: names.get(itemId)?.name ?? '',
        unit: names.get(itemId)?.symbol ?? '',
        theoretical: fromE4(theoreticalE4),
        actual: fromE4(actualE4),
        parts: inMoney(itemVariance(figuresOfItem(row)).parts),
      };
    });
}

const inMoney = (parts: ItemVariance['parts']) =>
  Object.fromEntries(varianceParts.map((part) => [part, fromE4(parts[part])])) as ItemVariance['parts'];

interface Figures {
  used: Used;
  theory: Theory;
  isCounted: boolean;
}

/** An item, and what is told of it before anything is told apart. */
interface Row {
  itemId: string;
  used: Used;
  taken: SumOfProducts;
  cost: Factor | null;
  isCounted: boolean;
  theoreticalE4: number;
  actualE4: number;
  actualMicro: number;
}

const nothingTaken = new SumOfProducts();

/** One item; none where nothing of it happened. */
function itemOf(itemId: string, { used, theory, isCounted }: Figures): Row | null {
  const { useMicro, wasteMicro, transfersMicro, countsMicro, actualE4 } = used;
  const taken = theory.items.get(itemId) ?? nothingTaken;
  const actualMicro = useMicro + wasteMicro + transfersMicro + countsMicro;
  if (taken.isZero && actualE4 === 0 && actualMicro === 0) return null;
  const cost = theory.costs.get(itemId) ?? null;
  const theoreticalE4 = cost === null ? 0 : taken.wholeTimes(cost);
  return { itemId, used, taken, cost, isCounted, theoreticalE4, actualE4, actualMicro };
}

const figuresOfItem = ({ itemId, used, taken, cost, isCounted }: Row): ItemFigures => ({
  ...used,
  itemId,
  theory: taken.value,
  cost: cost?.exact ?? null,
  isCounted,
});

/** What an item weighs among those of which it is asked whether somebody counted them. */
const weightE4 = ({ actualE4, theoreticalE4 }: Row): number =>
  Math.max(Math.abs(actualE4), Math.abs(theoreticalE4));

const sumOf = (rows: readonly Row[], figure: 'theoreticalE4' | 'actualE4'): number =>
  rows.reduce((sum, row) => sum + row[figure], 0);

type Names = Map<string, { name: string; symbol: string | null }>;

/** What is not known, and how much of what is told that is. */
function missingOf(theory: Theory, rows: readonly Row[], names: Names): FoodCost['missing'] {
  const { unmapped } = theory;
  const nets = netsOf(theory);
  const share = (values: readonly number[], of: readonly number[]) => percent(coverageMicro(values, of));
  const open = openOf(theory).toSorted((a, b) => b.netE4 - a.netE4);
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

/** What was sold of which something is missing. */
const openOf = ({ sold }: Theory): SoldThing[] => sold.filter(({ why }) => why !== null);

/** The names of items, and of what was sold of which something is missing. */
async function namesOf(
  db: Queryable,
  rows: readonly { itemId: string }[],
  { theory }: Pick<Sums, 'theory'>,
): Promise<Names> {
  const sold = openOf(theory);
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
