import type { Collection } from '#core/permissions.ts';
import { items } from '#modules/items/collection.ts';
import { resources } from '../collections.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { getFieldColumn } from '#platform/collections/server/store.ts';

/** A column with ids of another collection. */
export interface ColumnReference {
  /** Collection that is shown to users as the referencing one. */
  collection: Collection;
  table: string;
  column: string;
  /** Whether the column is JSON that contains ids. */
  isJson: boolean;
  /** Whether the reference prevents deletion; otherwise the row is deleted as well. */
  blocks: boolean;
  /**
   * Whether the reference is historical; it is reported only if no current row of the collection references
   * the row.
   */
  isPast?: boolean;
}

type ReferenceTuple = readonly [
  collection: Collection,
  table: string,
  column: string,
  kind?: 'json' | 'past',
];

/** References from tables that are neither master data nor documents, and from structured values. */
const additionalReferences: Partial<Record<Collection, readonly ReferenceTuple[]>> = {
  branch: [
    ['stock', 'balances', 'placeId'],
    ['sales', 'saleDays', 'branchId'],
    ['users', 'users', 'branches', 'json'],
    ['users', 'users', 'kitchens', 'json'],
  ],
  units: [
    ['item-conversions', 'itemConversions', 'fromUnit'],
    ['item-conversions', 'itemConversions', 'toUnit'],
    ['order-templates', 'orderTemplates', 'lines', 'json'],
    ['recipes', 'recipeUses', 'unit'],
  ],
  suppliers: [['packagings', 'packPrices', 'supplierId', 'past']],
  items: [
    ['stock', 'stockMoves', 'itemId'],
    ['order-templates', 'orderTemplates', 'lines', 'json'],
    ['recipes', 'recipeUses', 'itemId'],
    ['sales', 'tillItems', 'itemId'],
    ['sales', 'tillItems', 'changes', 'json'],
  ],
  recipes: [
    ['recipes', 'recipeUses', 'subRecipeId'],
    ['sales', 'tillItems', 'recipeId'],
    ['sales', 'saleRows', 'recipeId'],
  ],
};

/** References whose rows are deleted together with the referenced row. */
const cascades: ReadonlySet<string> = new Set(['itemLevels.itemId']);

/** References between master data, derived from the definitions. */
const definedReferences: readonly (ColumnReference & { refersTo: Collection })[] = [
  ...resources,
  items,
  itemLevels,
  packagings,
  orderTemplates,
  recipes,
].flatMap(({ collection, table, fields }: Resource) =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (!field.refersTo) return [];
    const column = getFieldColumn(name, field);
    const blocks = !cascades.has(`${table}.${column}`);
    return [
      { refersTo: field.refersTo, collection, table, column, isJson: field.kind === 'references', blocks },
    ];
  }),
);

/** Returns every column that may reference a collection, cascading ones first. */
export function listReferencesTo(collection: Collection): ColumnReference[] {
  const documentReferences = documents.flatMap(({ collection: documentCollection, refersTo }) =>
    refersTo.flatMap(([to, table, column]): ReferenceTuple[] =>
      to === collection ? [[documentCollection, table, column]] : [],
    ),
  );
  const otherReferences = [...documentReferences, ...(additionalReferences[collection] ?? [])].map(
    ([referencing, table, column, kind]) => ({
      collection: referencing,
      table,
      column,
      isJson: kind === 'json',
      isPast: kind === 'past',
      blocks: true,
    }),
  );
  const matching = definedReferences.filter(({ refersTo }) => refersTo === collection);
  return [...matching.map(({ refersTo: _, ...reference }) => reference), ...otherReferences];
}
