import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { ConversionFacts } from '#src/entities/item/conversion-facts.tsx';
import { ResourceFacts } from '#src/master-data/resource-facts.tsx';

/** The parts of an item's page. */
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

/** Fields with a tab of their own. */
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

/** The tab on which a field of an item stands. */
export const itemTabForField = (field: string): ItemTab => tabs[field] ?? 'general';

/** What a tab has to say to those who may not change the item. */
export function ItemTabFacts({ row, tab }: { row: ResourceRow; tab: ItemTab }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ResourceFacts name="items" row={row} shows={(field) => itemTabForField(field) === tab} />
      {tab === 'units' ? <ConversionFacts row={row} /> : null}
    </div>
  );
}
