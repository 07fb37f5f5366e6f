import { arabic as branch } from '#modules/branches/web/form/arabic.ts';
import { arabic as branchCategories } from '#modules/branch-categories/web/arabic.ts';
import { arabic as brands } from '#modules/brands/web/arabic.ts';
import { arabic as checkPoints } from '#modules/check-points/web/arabic.ts';
import { arabic as countSchedules } from '#modules/count-schedules/web/arabic.ts';
import { arabic as currencies } from '#modules/currencies/web/arabic.ts';
import { arabic as departments } from '#modules/departments/web/arabic.ts';
import { arabic as gallery } from '#modules/gallery/web/form/arabic.ts';
import { arabic as itemCategories } from '#modules/item-categories/web/arabic.ts';
import { arabic as itemLevels } from '#modules/item-levels/web/form/arabic.ts';
import { arabic as items } from '#modules/items/web/form/arabic.ts';
import { arabic as orderTemplates } from '#modules/order-templates/web/arabic.ts';
import { arabic as packagings } from '#modules/packagings/web/arabic.ts';
import { arabic as purchaseCategories } from '#modules/purchase-categories/web/arabic.ts';
import { arabic as reasons } from '#modules/reasons/web/form/arabic.ts';
import { arabic as recipes } from '#modules/recipes/web/form/arabic.ts';
import { arabic as sections } from '#modules/sections/web/arabic.ts';
import { arabic as subCategories } from '#modules/sub-categories/web/arabic.ts';
import { arabic as suppliers } from '#modules/suppliers/web/arabic.ts';
import { arabic as taxes } from '#modules/taxes/web/arabic.ts';
import { arabic as units } from '#modules/units/web/arabic.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { resourceMessages } from './messages.ts';

export const arabic: TranslationOf<typeof resourceMessages> = {
  branch,
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
  'count-schedules': countSchedules,
  'check-points': checkPoints,
  'order-templates': orderTemplates,
  'item-levels': itemLevels,
  recipes,
};
