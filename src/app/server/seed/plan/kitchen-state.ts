import type { SeedItem } from '../model.ts';

interface KitchenStock {
  item: SeedItem;
  /** Unreserved packs; can be a fraction, because batches rarely use whole packs. */
  freePacks: number;
  /** Reorder point, and the quantity to fill up to. */
  reorderPacks: number;
  targetPacks: number;
}

/** Ingredients per base unit of each kitchen product, in millionths of base units. */
export type Needs = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The kitchen's stock during planning, in packs. */
export interface KitchenState {
  stock: Map<string, KitchenStock>;
  needs: Needs;
}

/** Products with at most this shelf life are produced daily. */
const dailyProductionLifeDays = 4;

export function createKitchenState(
  items: readonly SeedItem[],
  branchSizes: number,
  needs: Needs,
): KitchenState {
  const perWeek = new Map(items.map((item) => [item.code, item.packsPerWeek * branchSizes]));
  const packSizes = new Map(items.map((item) => [item.code, item.packMicro]));
  for (const [product, ingredients] of needs) {
    const producedPerWeek = ((perWeek.get(product) ?? 0) * (packSizes.get(product) ?? 0)) / 1_000_000;
    for (const [code, micro] of ingredients)
      perWeek.set(
        code,
        (perWeek.get(code) ?? 0) + (producedPerWeek * micro) / (packSizes.get(code) ?? Number.NaN),
      );
  }
  const stock = items.map((item): [string, KitchenStock] => {
    const weekly = perWeek.get(item.code) ?? 0;
    const targetPacks = Math.ceil(Math.max(90, weekly * 2.3));
    const isDaily = item.supplier === '' && item.lifeDays <= dailyProductionLifeDays;
    const reorderPacks = isDaily ? targetPacks : Math.ceil(Math.max(75, weekly * 1.6));
    return [item.code, { item, freePacks: 0, reorderPacks, targetPacks }];
  });
  return { stock: new Map(stock), needs };
}

interface RefilledItem {
  item: SeedItem;
  packs: number;
}

/**
 * Refills the items below their reorder point that a supplier delivers, or that the kitchen produces (empty
 * `supplier`).
 *
 * @returns the refilled items and packs
 */
export function restock({ stock }: KitchenState, supplier: string): RefilledItem[] {
  const refilled: RefilledItem[] = [];
  for (const itemStock of stock.values()) {
    if (itemStock.item.supplier !== supplier || itemStock.freePacks >= itemStock.reorderPacks) continue;
    const packs = Math.ceil(itemStock.targetPacks - itemStock.freePacks);
    itemStock.freePacks += packs;
    refilled.push({ item: itemStock.item, packs });
  }
  return refilled;
}

/** Returns the supplier's items that are closest to their reorder point and should be ordered. */
export function findItemsNearReorderPoint(
  { stock }: KitchenState,
  supplier: string,
  maxItems: number,
): RefilledItem[] {
  return [...stock.values()]
    .filter(({ item }) => item.supplier === supplier)
    .toSorted((a, b) => a.freePacks - a.reorderPacks - (b.freePacks - b.reorderPacks))
    .slice(0, maxItems)
    .map(({ item, targetPacks }) => ({ item, packs: Math.ceil(targetPacks / 3) }));
}

export function takeFromKitchen({ stock }: KitchenState, item: string, packs: number): void {
  const itemStock = stock.get(item);
  if (!itemStock) throw new Error(`The kitchen doesn't stock ${item}.`);
  itemStock.freePacks -= packs;
}
