import type { SeedItem } from '../model.ts';
import type { Random } from '../random.ts';
import type { StockEvent, StockLine } from './events.ts';

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

/** One supplier's delivery, or one bake, of a day: whatever is below its reorder point. Null when nothing is. */
export function restock(
  kitchen: KitchenState,
  supplier: string,
  document: Omit<StockEvent, 'lines' | 'kind' | 'what'>,
  random: Random,
): StockEvent | null {
  const lines: StockLine[] = [];
  for (const bin of kitchen.values()) {
    if (bin.item.supplier !== supplier || bin.freePacks >= bin.reorderPacks) continue;
    const packs = bin.targetPacks - bin.freePacks;
    bin.freePacks += packs;
    const unitCostE4 = Math.round(bin.item.costE4 * random.between(0.96, 1.05));
    lines.push({ item: bin.item.code, qtyMicro: packs * bin.item.packMicro, unitCostE4 });
  }
  if (lines.length === 0) return null;
  return { ...document, kind: 'stock', what: supplier === '' ? 'production' : 'receipt', lines };
}

export function take(kitchen: KitchenState, item: string, packs: number): void {
  const bin = kitchen.get(item);
  if (!bin) throw new Error(`The kitchen does not know ${item}.`);
  bin.freePacks -= packs;
}
