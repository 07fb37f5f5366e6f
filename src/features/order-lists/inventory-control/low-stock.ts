import { type StockState, stateOf, stockStates } from '#domain/stock/standing.ts';
import type { CompactLevel } from '#src/collections/items/item-levels.ts';
import type { CompactItem } from '#src/collections/items/items.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import type { Unit } from '#src/collections/items/units.ts';

/** An item of which a branch has less than it wants. In the item's base unit. */
export interface LowItem {
  itemId: string;
  name: string;
  unit: string;
  onHand: number;
  min: number | null;
  par: number | null;
  state: StockState;
}

interface Sources {
  levels: readonly CompactLevel[];
  stock: readonly CompactStock[];
  items: readonly CompactItem[];
  units: readonly Unit[];
}

const low: ReadonlySet<StockState> = new Set(['negative', 'out', 'belowMin', 'belowPar']);

/** What a branch runs low of, the worst first; among equals what lacks the larger share of its par. */
export function lowStock(branch: string, { levels, stock, items, units }: Sources): LowItem[] {
  const onHandOf = new Map(
    stock.filter(({ placeId }) => placeId === branch).map(({ itemId, onHand }) => [itemId, onHand]),
  );
  const known = new Map(items.map((item) => [item._id, item]));
  const symbols = new Map(units.map(({ _id, symbol }) => [_id, symbol]));
  return levels
    .filter(({ branchId, itemId }) => branchId === branch && known.get(itemId)?.isActive)
    .flatMap(({ itemId, min, par, max }): LowItem[] => {
      const item = known.get(itemId);
      const onHand = onHandOf.get(itemId) ?? 0;
      const state = stateOf({ onHand, min, par, max });
      const unit = symbols.get(item?.baseUnit ?? '') ?? '';
      return low.has(state) ? [{ itemId, name: item?.name ?? itemId, unit, onHand, min, par, state }] : [];
    })
    .toSorted((a, b) => severity(a) - severity(b) || share(a) - share(b) || a.name.localeCompare(b.name));
}

const severity = ({ state }: LowItem) => stockStates.indexOf(state);
const share = ({ onHand, par }: LowItem) => (par ? onHand / par : 1);
