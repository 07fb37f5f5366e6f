import type { CollectionKey, FieldOf } from '#contract/resources/index.ts';
import { branchForm } from '../collections/branch/form.ts';
import { brandsForm } from '../collections/brands/form.ts';
import { countSchedulesForm } from '../collections/count-schedules/form.ts';
import { currenciesForm } from '../collections/currencies/form.ts';
import { galleryForm } from '../collections/gallery/form.ts';
import { itemLevelsForm } from '../collections/item-levels/form.ts';
import { itemsForm } from '../collections/items/form.ts';
import { orderTemplatesForm } from '../collections/order-templates/form.ts';
import { packagingsForm } from '../collections/packagings/form.ts';
import { reasonsForm } from '../collections/reasons/form.ts';
import { recipesForm } from '../collections/recipes/form.ts';
import { suppliersForm } from '../collections/suppliers/form.ts';
import { taxesForm } from '../collections/taxes/form.ts';
import { unitsForm } from '../collections/units/form.ts';
import type { CollectionForm } from './collection-form.ts';

/** Forms with settings beyond their definition. */
const forms: { readonly [K in CollectionKey]?: CollectionForm<FieldOf<K>> } = {
  branch: branchForm,
  brands: brandsForm,
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

/** Returns the form settings of a collection with a general type. */
export const getForm = (key: CollectionKey): CollectionForm => forms[key] ?? {};
