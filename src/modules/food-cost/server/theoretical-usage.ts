import { amountE4, type CostBasis } from '#modules/recipes/recipe-cost.ts';
import { type Exact, exactOne, addExact, multiplyExact, exactZero } from '#core/exact.ts';
import { type Factor, toFactor, microToFactor, SumsOfProducts } from '#modules/recipes/sum-of-products.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { listRecipeIds } from '#modules/sales/server/modifiers.ts';
import { createSingleBranchSource, type FoodCostSource } from './sources.ts';
import type { CostsByItem, PortionItems } from './shared-costs.ts';

export interface FoodCostPeriod {
  branch: string;
  from: string;
  to: string;
  basis: CostBasis;
}

type GapReason = 'version' | 'conversion' | 'cost';

/** Sales of a recipe or an item; `gapReason` is the data that is missing. */
export interface SoldProduct {
  kind: 'recipe' | 'item';
  id: string;
  soldMicro: number;
  netE4: number;
  gapReason: GapReason | null;
  /** Numbers of portions sold, each with the consumption per portion. */
  consumption: { amount: Factor; portion: PortionItems }[];
}

/** Sales with ingredient cost; the cost is null if data is missing. */
export interface CostedProduct extends SoldProduct {
  costE4: number | null;
}

export interface TheoreticalUsage {
  /** Whether anything was sold, food or not. */
  isSold: boolean;
  /** Net sales of food and drink. */
  netE4: number;
  unmapped: { netE4: number; tillItems: number };
  sold: SoldProduct[];
  /** Theoretical usage by item number, in base units. */
  usage: SumsOfProducts;
  /** Cost per base unit at the end of the period by item number; undefined if unknown. */
  costs: CostsByItem;
}

/** Consumption of an item that is sold as is. */
const wholeItem = toFactor(exactOne);

/** Computes the theoretical usage of a period with the recipes valid on each day and the costs at its end. */
export async function computeTheoreticalUsage(
  db: Queryable,
  period: FoodCostPeriod,
  source: FoodCostSource = createSingleBranchSource(),
): Promise<TheoreticalUsage> {
  const lines = await source.loadSales(db, period.branch, period);
  const usage = new SumsOfProducts();
  const productById = new Map<string, SoldProduct>();
  const theory: TheoreticalUsage = {
    isSold: lines.length > 0,
    netE4: 0,
    unmapped: { netE4: 0, tillItems: 0 },
    sold: [],
    usage,
    costs: [],
  };
  for (const [start, dayLines] of Map.groupBy(lines, ({ day }) => day)) {
    const portions = await source.shared.loadPortions(db, listRecipeIds(dayLines), start);
    for (const line of dayLines) {
      const { recipeId, itemId, isNonFood, isUnknown, tillItems, soldMicro, netE4 } = line;
      if (isNonFood) continue;
      theory.netE4 += netE4;
      if (isUnknown) {
        theory.unmapped.netE4 += netE4;
        theory.unmapped.tillItems += tillItems;
        continue;
      }
      const id = recipeId ?? itemId ?? '';
      const product = productById.get(id) ?? {
        kind: recipeId === null ? ('item' as const) : ('recipe' as const),
        id,
        soldMicro: 0,
        netE4: 0,
        gapReason: null,
        consumption: [],
      };
      productById.set(id, product);
      product.soldMicro += soldMicro;
      product.netE4 += netE4;
      const [amount, portion] =
        line.modifiers.length > 0
          ? [microToFactor(soldMicro), source.shared.computeUnitItems(line, portions)]
          : [
              line.amount,
              recipeId === null
                ? [{ item: source.shared.items.getNumber(id), qtyPerSale: wholeItem }]
                : (portions.get(recipeId) ?? 'version'),
            ];
      if (typeof portion === 'string') product.gapReason = portion;
      else {
        product.consumption.push({ amount, portion });
        for (const { item, qtyPerSale } of portion) usage.add(item, amount, qtyPerSale);
      }
    }
  }
  const { branch: place, to: day, basis } = period;
  const costs = await source.shared.loadCosts(db, { basis, place: basis === 'average' ? place : null, day });
  theory.costs = costs;
  const isCosted = ({ consumption }: SoldProduct) =>
    consumption.every(({ portion }) => portion.every(({ item }) => costs[item] !== undefined));
  for (const product of productById.values())
    if (product.gapReason === null && !isCosted(product)) product.gapReason = 'cost';
  theory.sold = [...productById.values()];
  return theory;
}

/** Computes the cost of the sold products. */
export const costSoldProducts = ({ sold, costs }: TheoreticalUsage): CostedProduct[] =>
  sold.map((product) => {
    let cost: Exact | null = product.gapReason === null ? exactZero : null;
    for (const { amount, portion } of product.consumption)
      for (const { item, qtyPerSale } of portion) {
        const price = costs[item]?.exact ?? null;
        cost =
          cost &&
          price &&
          addExact(cost, multiplyExact(multiplyExact(amount.exact, qtyPerSale.exact), price));
      }
    return { ...product, costE4: amountE4(cost) };
  });
