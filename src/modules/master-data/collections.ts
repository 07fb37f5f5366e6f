import { gallery } from '#modules/gallery/collection.ts';
import { items } from '#modules/items/collection.ts';
import { branchCategories } from '#modules/branch-categories/collection.ts';
import { branches } from '#modules/branches/collection.ts';
import { brands } from '#modules/brands/collection.ts';
import { checkPoints } from '#modules/check-points/collection.ts';
import { countSchedules } from '#modules/count-schedules/collection.ts';
import { currencies } from '#modules/currencies/collection.ts';
import { departments } from '#modules/departments/collection.ts';
import { itemCategories } from '#modules/item-categories/collection.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import type { Fields, Resource } from '#platform/collections/define-resource.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { purchaseCategories } from '#modules/purchase-categories/collection.ts';
import { reasons } from '#modules/reasons/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import { sections } from '#modules/sections/collection.ts';
import { subCategories } from '#modules/sub-categories/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { taxes } from '#modules/taxes/collection.ts';
import { units } from '#modules/units/collection.ts';

/**
 * All master data collections by wire name. A new collection needs a file and a line here; everything else
 * that it requires (table, Arabic labels, dashboard) causes compile errors until it is added.
 */
export const definitions = {
  branch: branches,
  sections,
  units,
  taxes,
  brands,
  departments,
  reasons,
  'item-categories': itemCategories,
  'sub-categories': subCategories,
  'purchase-categories': purchaseCategories,
  'branch-categories': branchCategories,
  suppliers,
  currencies,
  'count-schedules': countSchedules,
  'check-points': checkPoints,
  packagings,
  items,
  gallery,
  'item-levels': itemLevels,
  'order-templates': orderTemplates,
  recipes,
} as const;

export type Definitions = typeof definitions;
export type CollectionKey = keyof Definitions;

/** Field names of a collection, including its name fields. */
export type FieldOf<K extends CollectionKey> = (keyof Definitions[K]['fields'] & string) | 'name' | 'nameAlt';

/** A definition whose collection isn't known statically. */
export type Definition = Resource<Fields, CollectionKey>;

export function getDefinition(key: CollectionKey): Definition {
  return definitions[key];
}

/** Collections with routes beyond create, read, update and archive. */
const collectionsWithOwnRoutes: ReadonlySet<string> = new Set<CollectionKey>([
  'items',
  'gallery',
  'item-levels',
  'packagings',
  'order-templates',
  'recipes',
]);

/** Every collection with only create, read, update and archive. */
export const resources: readonly Definition[] = Object.values<Definition>(definitions).filter(
  ({ collection }) => !collectionsWithOwnRoutes.has(collection),
);
