import type { CollectionKey, FieldOf } from '../../collections.ts';
import { branchForm } from '#modules/branches/web/form/form.ts';
import { brandsForm } from '#modules/brands/web/form.ts';
import { checkPointsForm } from '#modules/check-points/web/form.ts';
import { countSchedulesForm } from '#modules/count-schedules/web/form.ts';
import { currenciesForm } from '#modules/currencies/web/form.ts';
import { galleryForm } from '#modules/gallery/web/form/form.ts';
import { itemLevelsForm } from '#modules/item-levels/web/form/form.ts';
import { itemsForm } from '#modules/items/web/form/form.ts';
import { orderTemplatesForm } from '#modules/order-templates/web/form.ts';
import { packagingsForm } from '#modules/packagings/web/form.ts';
import { reasonsForm } from '#modules/reasons/web/form/form.ts';
import { recipesForm } from '#modules/recipes/web/form/form.ts';
import { suppliersForm } from '#modules/suppliers/web/form.ts';
import { taxesForm } from '#modules/taxes/web/form.ts';
import { unitsForm } from '#modules/units/web/form.ts';
import type { CollectionForm } from './collection-form.ts';

/** Forms with settings beyond their definition. */
const forms: { readonly [K in CollectionKey]?: CollectionForm<FieldOf<K>> } = {
  branch: branchForm,
  brands: brandsForm,
  'check-points': checkPointsForm,
  'count-schedules': countSchedulesForm,
  currencies: currenciesForm,
  gallery: galleryForm,
  'item-levels': itemLevelsForm,
  items: itemsForm,
  'order-templates': orderTemplatesForm,
  packagings: packagingsForm,
  reasons: reasonsForm,
  recipes: recipesForm,
  suppliers: suppliersForm,
  taxes: taxesForm,
  units: unitsForm,
};

/** Returns the form settings of a collection, typed for any collection. */
export const getForm = (key: CollectionKey): CollectionForm => forms[key] ?? {};
