import { branchCategories } from './branch-categories.ts';
import { branches } from './branches.ts';
import { brands } from './brands.ts';
import { countSchedules } from './count-schedules.ts';
import { currencies } from './currencies.ts';
import { departments } from './departments.ts';
import { itemCategories } from './item-categories.ts';
import type { Resource } from './kit.ts';
import { purchaseCategories } from './purchase-categories.ts';
import { reasons } from './reasons.ts';
import { sections } from './sections.ts';
import { subCategories } from './sub-categories.ts';
import { suppliers } from './suppliers.ts';
import { taxes } from './taxes.ts';
import { units } from './units.ts';

/** Every master-data collection that has nothing beyond create, read, update, archive. Adding one is a file and this line. */
export const resources: readonly Resource[] = [
  branches,
  sections,
  units,
  taxes,
  brands,
  departments,
  reasons,
  itemCategories,
  subCategories,
  purchaseCategories,
  branchCategories,
  suppliers,
  currencies,
  countSchedules,
];
