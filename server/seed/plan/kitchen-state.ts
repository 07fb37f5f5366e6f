import type { SeedItem } from '../model.ts';

interface Bin {
  item: SeedItem;
  /** Whole packs that no order wants yet. */
  freePacks: number;
  /** Buy or bake below this, up to that. */
  reorderPacks: number;
  targetPacks: number;
}

/** What the kitchen has to give, in packs, while the story is told. */
export type KitchenState = Map<string, Bin>;

export function openKitchen(items: readonly SeedItem[], branchSizes: number): KitchenState {
  return new Map(
    items.map((item) => {
      const perWeek = item.packsPerWeek * branchSizes;
      const reorderPacks = Math.ceil(Math.max(75, perWeek * 1.6));
      const targetPacks = Math.ceil(Math.max(90, perWeek * 2.3));
      return [item.code, { item, freePacks: 0, reorderPacks, targetPacks }];
    }),
  );
}

interface Below {
  item: SeedItem;
  packs: number;
}

/** What is below its reorder point, of one supplier or of what the kitchen makes (empty), filled up. */
export function restock(kitchen: KitchenState, supplier: string): Below[] {
  const below: Below[] = [];
  for (const bin of kitchen.values()) {
    if (bin.item.supplier !== supplier || bin.freePacks >= bin.reorderPacks) continue;
    const packs = bin.targetPacks - bin.freePacks;
    bin.freePacks += packs;
    below.push({ item: bin.item, packs });
  }
  return below;
}

/** What of one supplier will be below its reorder point next, the nearest first: still to be ordered. */
export function nearest(kitchen: KitchenState, supplier: string, most: number): Below[] {
  return [...kitchen.values()]
    .filter(({ item }) => item.supplier === supplier)
    .toSorted((a, b) => a.freePacks - a.reorderPacks - (b.freePacks - b.reorderPacks))
    .slice(0, most)
    .map(({ item, targetPacks }) => ({ item, packs: Math.ceil(targetPacks / 3) }));
}

export function take(kitchen: KitchenState, item: string, packs: number): void {
  const bin = kitchen.get(item);
  if (!bin) throw new Error(`The kitchen does not know ${item}.`);
  bin.freePacks -= packs;
}
