import type { ComponentType } from 'react';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import type { ResourceName } from './definitions.ts';

/** A tab of an open row that its collection has besides details, usage and history; its content comes when it is opened. */
interface RowTab {
  /** Its name stands in `row-messages`, under `moreTabs`. */
  id: 'prices' | 'scorecard';
  View: ComponentType<{ row: ResourceRow }>;
}

/** What an open row tells besides, by collection. */
export const moreTabs: Readonly<Partial<Record<ResourceName, readonly RowTab[]>>> = {
  suppliers: [
    {
      id: 'prices',
      View: lazyView(
        async () => (await import('./collections/suppliers/supplier-prices.tsx')).SupplierPrices,
      ),
    },
    {
      id: 'scorecard',
      View: lazyView(
        async () => (await import('./collections/suppliers/supplier-scorecard.tsx')).SupplierScorecard,
      ),
    },
  ],
};

/** What stands below the fields of an open row, by collection. */
export const belowFacts: Readonly<Partial<Record<ResourceName, ComponentType<{ row: ResourceRow }>>>> = {
  items: lazyView(async () => (await import('#src/entities/item/item-sizes.tsx')).ItemSizes),
};
