import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { ConversionFacts } from '#modules/items/web/conversion-facts.tsx';
import { ResourceFacts } from '#modules/master-data/web/resource-facts.tsx';

/** Tabs of an item's page. */
export type ItemTab =
  | 'general'
  | 'units'
  | 'levels'
  | 'suppliers'
  | 'stock'
  | 'ledger'
  | 'lots'
  | 'recipes'
  | 'allergens'
  | 'pictures'
  | 'history';

/** Fields that belong to a tab other than `general`. */
const tabs: Readonly<Record<string, ItemTab>> = {
  baseUnit: 'units',
  orderUnit: 'units',
  countUnit: 'units',
  recipeUnit: 'units',
  barcodes: 'units',
  catchWeight: 'units',
  pieceWeight: 'units',
  allergens: 'allergens',
  image: 'pictures',
};

/** Returns the tab that shows a field. */
export const getItemTab = (field: string): ItemTab => tabs[field] ?? 'general';

/** Read-only content of a tab, for users who may not edit the item. */
export function ItemTabFacts({ row, tab }: { row: ResourceRow; tab: ItemTab }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ResourceFacts name="items" row={row} isShown={(field) => getItemTab(field) === tab} />
      {tab === 'units' ? <ConversionFacts row={row} /> : null}
    </div>
  );
}
