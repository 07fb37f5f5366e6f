import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gallery } from '#modules/gallery/collection.ts';
import { items } from '#modules/items/collection.ts';
import { resources } from '../collections.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { getFieldColumn } from '#platform/collections/server/store.ts';
import { listReferencesTo } from './references.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const allResources: readonly Resource[] = [
  ...resources,
  items,
  itemLevels,
  packagings,
  orderTemplates,
  recipes,
  gallery,
];

/** Qualifies the column by table, because SQLite would treat an unknown quoted name as text. */
const hasColumn = (table: string, column: string) =>
  sql`select ${sql.ref(`${table}.${column}`)} from ${sql.table(table)} where 1 = 0`.execute(api.db.read).then(
    () => true,
    () => false,
  );

it.each(allResources.map((resource) => [resource.collection, resource] as const))(
  'the tables have a column for every field of %s',
  async (_, { table, allFields, isNamed }) => {
    const expected = Object.entries(allFields).map(([name, field]) => getFieldColumn(name, field));
    const common = ['_id', 'createdAt', 'updatedAt', 'version', 'isActive', ...(isNamed ? ['search'] : [])];
    for (const column of [...expected, ...common])
      expect([column, await hasColumn(table, column)]).toEqual([column, true]);
    expect(await hasColumn(table, 'nonsense')).toBe(false);
  },
);

it('every reference refers to an existing table and column', async () => {
  for (const collection of [...allResources.map((resource) => resource.collection), 'users' as const]) {
    for (const { table, column } of listReferencesTo(collection))
      expect([table, column, await hasColumn(table, column)]).toEqual([table, column, true]);
  }
});
