import { arabic as branch } from './collections/branch/arabic.ts';
import { arabic as branchCategories } from './collections/branch-categories/arabic.ts';
import { arabic as brands } from './collections/brands/arabic.ts';
import { arabic as countSchedules } from './collections/count-schedules/arabic.ts';
import { arabic as currencies } from './collections/currencies/arabic.ts';
import { arabic as departments } from './collections/departments/arabic.ts';
import { arabic as gallery } from './collections/gallery/arabic.ts';
import { arabic as itemCategories } from './collections/item-categories/arabic.ts';
import { arabic as itemLevels } from './collections/item-levels/arabic.ts';
import { arabic as items } from './collections/items/arabic.ts';
import { arabic as orderTemplates } from './collections/order-templates/arabic.ts';
import { arabic as packagings } from './collections/packagings/arabic.ts';
import { arabic as purchaseCategories } from './collections/purchase-categories/arabic.ts';
import { arabic as reasons } from './collections/reasons/arabic.ts';
import { arabic as recipes } from './collections/recipes/arabic.ts';
import { arabic as sections } from './collections/sections/arabic.ts';
import { arabic as subCategories } from './collections/sub-categories/arabic.ts';
import { arabic as suppliers } from './collections/suppliers/arabic.ts';
import { arabic as taxes } from './collections/taxes/arabic.ts';
import { arabic as units } from './collections/units/arabic.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
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
  'order-templates': orderTemplates,
  'item-levels': itemLevels,
  recipes,
};
