import { gallery } from '#contract/gallery.ts';
import { items } from '#contract/items.ts';
import { branchCategories } from '#contract/resources/branch-categories.ts';
import { branches } from '#contract/resources/branches.ts';
import { brands } from '#contract/resources/brands.ts';
import { countSchedules } from '#contract/resources/count-schedules.ts';
import { currencies } from '#contract/resources/currencies.ts';
import { departments } from '#contract/resources/departments.ts';
import { itemCategories } from '#contract/resources/item-categories.ts';
import { itemLevels } from '#contract/resources/item-levels.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { orderTemplates } from '#contract/resources/order-templates.ts';
import { packagings } from '#contract/resources/packagings.ts';
import { purchaseCategories } from '#contract/resources/purchase-categories.ts';
import { reasons } from '#contract/resources/reasons.ts';
import { sections } from '#contract/resources/sections.ts';
import { subCategories } from '#contract/resources/sub-categories.ts';
import { suppliers } from '#contract/resources/suppliers.ts';
import { taxes } from '#contract/resources/taxes.ts';
import { units } from '#contract/resources/units.ts';

/** The definitions by collection, each with its own type: what the texts in both languages are checked against. */
export const definitions = {
  branch: branches,
  sections,
  units,
  taxes,
  brands,
  departments,
  reasons,
  currencies,
  suppliers,
  packagings,
  items,
  gallery,
  'item-categories': itemCategories,
  'sub-categories': subCategories,
  'purchase-categories': purchaseCategories,
  'branch-categories': branchCategories,
  'item-levels': itemLevels,
  'order-templates': orderTemplates,
  'count-schedules': countSchedules,
} as const;

export type Definitions = typeof definitions;
export type ResourceName = keyof Definitions;

/** The definition of a collection, as everything generic reads it. */
export function definitionOf(name: ResourceName): Resource {
  return definitions[name];
}
