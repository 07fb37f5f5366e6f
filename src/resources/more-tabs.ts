import { type ComponentType, lazy } from 'react';
import type { ResourceRow } from '#src/collections/resources.ts';
import type { ResourceName } from './definitions.ts';

/** A tab of an open row that its collection has besides details, usage and history; its content comes when it is opened. */
interface RowTab {
  /** Its name stands in `row-messages`, under `moreTabs`. */
  id: 'prices' | 'scorecard';
  View: ComponentType<{ row: ResourceRow }>;
}

function later(load: () => Promise<ComponentType<{ row: ResourceRow }>>) {
  return lazy(async () => ({ default: await load() }));
}

/** What an open row tells besides, by collection. */
export const moreTabs: Readonly<Partial<Record<ResourceName, readonly RowTab[]>>> = {
  suppliers: [
    { id: 'prices', View: later(async () => (await import('./extras/supplier-prices.tsx')).SupplierPrices) },
    {
      id: 'scorecard',
      View: later(async () => (await import('./extras/supplier-scorecard.tsx')).SupplierScorecard),
    },
  ],
};
