import { sql } from 'kysely';
import type { Collection } from '#domain/permissions.ts';
import { resources } from '#contract/resources/index.ts';
import type { Resource } from '#contract/resources/kit.ts';
import type { Queryable } from '../../db/types.ts';
import { isHeld } from './store.ts';

/** Where the rows of a collection are, for references to it. */
export const tables: Partial<Record<Collection, string>> = {
  ...Object.fromEntries(resources.map(({ collection, table }) => [collection, table])),
  users: 'users',
  items: 'items',
  gallery: 'gallery',
};

/** What is wrong with the references of a row, by field; only fields that `row` has are looked at. */
export async function missingReferences(
  db: Queryable,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, { refersTo, label }] of Object.entries(resource.allFields)) {
    const table = refersTo ? tables[refersTo] : undefined;
    const value = row[name];
    if (!table || value === undefined || value === null) continue;
    const wanted = [...new Set(Array.isArray(value) ? (value as string[]) : [value as string])];
    if (wanted.length === 0) continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref('_id')} in (${sql.join(wanted)})`.execute(db);
    if (Number(rows[0]?.count) !== wanted.length) fields[name] = `${label}: there is no such row.`;
  }
  return fields;
}

type Usage = readonly [table: string, column: string, words: string, isJson?: 'json'];

/** Who refers to a collection from tables that are no master data. */
const usages: Partial<Record<Collection, readonly Usage[]>> = {
  branch: [
    ['orders', 'branch', 'orders'],
    ['orders', 'kitchen', 'orders'],
    ['balances', 'placeId', 'stock'],
    ['itemLevels', 'branchId', 'item levels'],
    ['orderTemplates', 'branch', 'order templates'],
    ['orderTemplates', 'kitchen', 'order templates'],
    ['wastage', 'branch', 'wastage'],
    ['items', 'branches', 'items', 'json'],
    ['users', 'branches', 'users', 'json'],
    ['users', 'kitchens', 'users', 'json'],
  ],
  units: [
    ['items', 'baseUnit', 'items'],
    ['items', 'orderUnit', 'items'],
    ['items', 'countUnit', 'items'],
    ['items', 'recipeUnit', 'items'],
    ['itemConversions', 'fromUnit', 'item conversions'],
    ['itemConversions', 'toUnit', 'item conversions'],
    ['packagings', 'unit', 'packagings'],
    ['orderTemplates', 'lines', 'order templates', 'json'],
    ['orderLines', 'unit', 'orders'],
    ['wastage', 'unit', 'wastage'],
  ],
  'item-categories': [['items', 'category', 'items']],
  'sub-categories': [['items', 'subCategory', 'items']],
  'purchase-categories': [['items', 'purchaseCategory', 'items']],
  sections: [['items', 'section', 'items']],
  taxes: [['items', 'tax', 'items']],
  brands: [['items', 'brands', 'items', 'json']],
  items: [
    ['packagings', 'itemId', 'packagings'],
    ['orderTemplates', 'lines', 'order templates', 'json'],
    ['items', 'substitutes', 'items', 'json'],
  ],
  suppliers: [['packagings', 'supplierId', 'packagings']],
  gallery: [['items', 'image', 'items']],
};

/** Other master data that refers to a collection follows from the definitions. */
const ofResources = (collection: Collection): Usage[] =>
  resources.flatMap(({ table, labels, fields }) =>
    Object.entries(fields).flatMap(([column, { refersTo }]) =>
      refersTo === collection ? [[table, column, labels.many.toLowerCase()] as const] : [],
    ),
  );

/** Everywhere that rows of a collection may be referred to from. */
export const usagesOf = (collection: Collection): readonly Usage[] => [
  ...(usages[collection] ?? []),
  ...ofResources(collection),
];

/** What uses a row, in a word, or null when nothing does. */
export async function usedBy(db: Queryable, collection: Collection, id: string): Promise<string | null> {
  for (const [table, column, words, isJson] of usagesOf(collection)) {
    if (await isHeld(db, table, column, id, { isJson: isJson === 'json' })) return words;
  }
  return null;
}
