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
import { buildSample } from './samples.ts';

/** A restricted amount of master data, with the unique figure inserted for it. */
export interface MarkedAmount {
  collection: string;
  field: string;
  visibility: MoneyVisibility;
  rowId: string;
  figure: number;
}

const definitions: readonly Resource[] = [...resources, items, itemLevels, packagings, orderTemplates];

/** Every marked amount of master data, from the definitions. */
export const markedFields = definitions.flatMap((resource) =>
  Object.entries(resource.allFields).flatMap(([field, { visibility, kind }]) =>
    visibility === 'open' ? [] : [{ resource, field, visibility, kind }],
  ),
);

/** Inserts a unique figure for every marked amount, in rows that everyone may otherwise read. */
export async function insertMarkedAmounts(api: TestApp): Promise<MarkedAmount[]> {
  const amounts: MarkedAmount[] = [];
  for (const [index, { resource, field, visibility, kind }] of markedFields.entries()) {
    const figure = 611.1237 + index * 7.0101;
    const value = kind === 'json' ? { mode: 'cost_plus', percent: figure } : figure;
    const itemId = resource.collection === 'items' ? ids.items.tomato : null;
    const response = itemId
      ? await api.as('admin').put(`${resource.path}/${itemId}`, { [field]: value })
      : await api
          .as('admin')
          .post(resource.path, { ...(await buildBody(api, resource, 900 + index)), [field]: value });
    expect([resource.collection, field, response.status < 300, response.text]).toEqual([
      resource.collection,
      field,
      true,
      response.text,
    ]);
    amounts.push({ collection: resource.collection, field, visibility, rowId: response.body._id, figure });
  }
  return amounts;
}

async function buildBody(api: TestApp, resource: Resource, n: number): Promise<object> {
  if (resource.collection !== 'packagings') return buildSample(resource, n);
  const { tomato } = ids.items;
  return {
    itemId: tomato,
    supplierId: await createSupplier(api),
    name: 'Crate',
    unit: ids.units.kg,
    contentsQty: 5,
  };
}
