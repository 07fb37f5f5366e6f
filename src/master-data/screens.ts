import type { CollectionKey, FieldOf } from '#contract/resources/index.ts';
import type { CollectionScreen } from './collection-screen.ts';
import { branchScreen } from './collections/branch/screen.ts';
import { branchCategoriesScreen } from './collections/branch-categories/screen.ts';
import { brandsScreen } from './collections/brands/screen.ts';
import { countSchedulesScreen } from './collections/count-schedules/screen.ts';
import { currenciesScreen } from './collections/currencies/screen.ts';
import { departmentsScreen } from './collections/departments/screen.ts';
import { galleryScreen } from './collections/gallery/screen.ts';
import { itemCategoriesScreen } from './collections/item-categories/screen.ts';
import { itemLevelsScreen } from './collections/item-levels/screen.ts';
import { itemsScreen } from './collections/items/screen.ts';
import { orderTemplatesScreen } from './collections/order-templates/screen.ts';
import { packagingsScreen } from './collections/packagings/screen.ts';
import { purchaseCategoriesScreen } from './collections/purchase-categories/screen.ts';
import { reasonsScreen } from './collections/reasons/screen.ts';
import { recipesScreen } from './collections/recipes/screen.ts';
import { sectionsScreen } from './collections/sections/screen.ts';
import { subCategoriesScreen } from './collections/sub-categories/screen.ts';
import { suppliersScreen } from './collections/suppliers/screen.ts';
import { taxesScreen } from './collections/taxes/screen.ts';
import { unitsScreen } from './collections/units/screen.ts';

/** Screen settings of each collection in addition to its definition. */
const screens: { readonly [K in CollectionKey]: CollectionScreen<FieldOf<K>> } = {
  branch: branchScreen,
  sections: sectionsScreen,
  units: unitsScreen,
  taxes: taxesScreen,
  brands: brandsScreen,
  departments: departmentsScreen,
  reasons: reasonsScreen,
  'item-categories': itemCategoriesScreen,
  'sub-categories': subCategoriesScreen,
  'purchase-categories': purchaseCategoriesScreen,
  'branch-categories': branchCategoriesScreen,
  suppliers: suppliersScreen,
  currencies: currenciesScreen,
  'count-schedules': countSchedulesScreen,
  packagings: packagingsScreen,
  items: itemsScreen,
  gallery: galleryScreen,
  'item-levels': itemLevelsScreen,
  'order-templates': orderTemplatesScreen,
  recipes: recipesScreen,
};

/** Returns the screen settings of a collection with a general type. */
export const getScreen = (key: CollectionKey): CollectionScreen => screens[key];
