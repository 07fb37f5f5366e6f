import { expect } from 'vitest';
import { items } from '#modules/items/collection.ts';
import { resources } from '#modules/master-data/collections.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import type { MoneyVisibility } from '#core/permissions.ts';
import { createSupplier } from './document-samples.ts';
import type { TestApp } from './create-test-app.ts';
import { ids } from './ids.ts';
import { sampleOf } from './samples.ts';

/** A restricted amount of master data, with the figure planted in it. */
export interface MarkedAmount {
  collection: string;
  field: string;
  mark: MoneyVisibility;
  rowId: string;
  figure: number;
}

const definitions: readonly Resource[] = [...resources, items, itemLevels, packagings, orderTemplates];

/** Every marked amount of master data, by the definitions. */
export const markedFields = definitions.flatMap((resource) =>
  Object.entries(resource.allFields).flatMap(([field, { mark, kind }]) =>
    mark === 'open' ? [] : [{ resource, field, mark, kind }],
  ),
);

/** Plants a unique figure in every marked amount, in rows that everybody may otherwise read. */
export async function plantMarkedAmounts(api: TestApp): Promise<MarkedAmount[]> {
  const planted: MarkedAmount[] = [];
  for (const [at, { resource, field, mark, kind }] of markedFields.entries()) {
    const figure = 611.1237 + at * 7.0101;
    const value = kind === 'json' ? { mode: 'cost_plus', percent: figure } : figure;
    const itemId = resource.collection === 'items' ? ids.items.tomato : null;
    const response = itemId
      ? await api.as('admin').put(`${resource.path}/${itemId}`, { [field]: value })
      : await api
          .as('admin')
          .post(resource.path, { ...(await bodyOf(api, resource, 900 + at)), [field]: value });
    expect([resource.collection, field, response.status < 300, response.text]).toEqual([
      resource.collection,
      field,
      true,
      response.text,
    ]);
    planted.push({ collection: resource.collection, field, mark, rowId: response.body._id, figure });
  }
  return planted;
}

async function bodyOf(api: TestApp, resource: Resource, n: number): Promise<object> {
  if (resource.collection !== 'packagings') return sampleOf(resource, n);
  const { tomato } = ids.items;
  return {
    itemId: tomato,
    supplierId: await createSupplier(api),
    name: 'Crate',
    unit: ids.units.kg,
    contentsQty: 5,
  };
}
