import { gallery } from '../gallery.ts';
import { items } from '../items.ts';
import { branchCategories } from './branch-categories.ts';
import { branches } from './branches.ts';
import { brands } from './brands.ts';
import { countSchedules } from './count-schedules.ts';
import { currencies } from './currencies.ts';
import { departments } from './departments.ts';
import { itemCategories } from './item-categories.ts';
import { itemLevels } from './item-levels.ts';
import type { Fields, Resource } from './define-resource.ts';
import { orderTemplates } from './order-templates.ts';
import { packagings } from './packagings.ts';
import { purchaseCategories } from './purchase-categories.ts';
import { reasons } from './reasons.ts';
import { recipes } from './recipes.ts';
import { sections } from './sections.ts';
import { subCategories } from './sub-categories.ts';
import { suppliers } from './suppliers.ts';
import { taxes } from './taxes.ts';
import { units } from './units.ts';

/**
 * Every master data collection by wire name. A new one needs a file and a line here; anything else that it
 * requires (table, Arabic texts, dashboard) fails to compile until added.
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

/** A definition for generic code. */
export type Definition = Resource<Fields, CollectionKey>;

export function definitionOf(key: CollectionKey): Definition {
  return definitions[key];
}

/** Collections with their own routes beyond create, read, update and archive. */
const withOwnCalls: ReadonlySet<string> = new Set<CollectionKey>([
  'items',
  'gallery',
  'item-levels',
  'packagings',
  'order-templates',
  'recipes',
]);

/** Every collection with only create, read, update and archive. */
export const resources: readonly Definition[] = Object.values<Definition>(definitions).filter(
  ({ collection }) => !withOwnCalls.has(collection),
);
