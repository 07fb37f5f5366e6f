import type { CollectionKey, FieldOf } from '../collections.ts';
import type { CollectionScreen } from './collection-screen.ts';
import { branchScreen } from '#modules/branches/web/form/screen.ts';
import { branchCategoriesScreen } from '#modules/branch-categories/web/screen.ts';
import { brandsScreen } from '#modules/brands/web/screen.ts';
import { checkPointsScreen } from '#modules/check-points/web/screen.ts';
import { countSchedulesScreen } from '#modules/count-schedules/web/screen.ts';
import { currenciesScreen } from '#modules/currencies/web/screen.ts';
import { departmentsScreen } from '#modules/departments/web/screen.ts';
import { galleryScreen } from '#modules/gallery/web/form/screen.ts';
import { itemCategoriesScreen } from '#modules/item-categories/web/screen.ts';
import { itemLevelsScreen } from '#modules/item-levels/web/form/screen.ts';
import { itemsScreen } from '#modules/items/web/form/screen.ts';
import { orderTemplatesScreen } from '#modules/order-templates/web/screen.ts';
import { packagingsScreen } from '#modules/packagings/web/screen.ts';
import { purchaseCategoriesScreen } from '#modules/purchase-categories/web/screen.ts';
import { reasonsScreen } from '#modules/reasons/web/form/screen.ts';
import { recipesScreen } from '#modules/recipes/web/form/screen.ts';
import { sectionsScreen } from '#modules/sections/web/screen.ts';
import { subCategoriesScreen } from '#modules/sub-categories/web/screen.ts';
import { suppliersScreen } from '#modules/suppliers/web/screen.ts';
import { taxesScreen } from '#modules/taxes/web/screen.ts';
import { unitsScreen } from '#modules/units/web/screen.ts';

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
  'check-points': checkPointsScreen,
  packagings: packagingsScreen,
  items: itemsScreen,
  gallery: galleryScreen,
  'item-levels': itemLevelsScreen,
  'order-templates': orderTemplatesScreen,
  recipes: recipesScreen,
};

/** Returns the screen settings of a collection, typed for any collection. */
export const getScreen = (key: CollectionKey): CollectionScreen => screens[key];
