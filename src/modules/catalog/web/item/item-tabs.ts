import { lazyView } from '#platform/web/lazy-module.ts';
import type { ItemTab } from './item-facts.tsx';

/** Tabs of an item's page in order; the first is the default. */
export const itemTabs = {
  general: lazyView(async () => (await import('./general-tab.tsx')).GeneralTab),
  units: lazyView(async () => (await import('./units-tab.tsx')).UnitsTab),
  levels: lazyView(async () => (await import('./levels-tab.tsx')).ItemLevelsTab),
  suppliers: lazyView(async () => (await import('./packs-tab.tsx')).PacksTab),
  stock: lazyView(async () => (await import('./stock-tab.tsx')).StockTab),
  ledger: lazyView(async () => (await import('./ledger-tab.tsx')).LedgerTab),
  lots: lazyView(async () => (await import('./lots-tab.tsx')).LotsTab),
  recipes: lazyView(async () => (await import('./recipes-tab.tsx')).RecipesTab),
  allergens: lazyView(async () => (await import('./plain-tabs.tsx')).AllergensTab),
  pictures: lazyView(async () => (await import('./plain-tabs.tsx')).PicturesTab),
  history: lazyView(async () => (await import('./history-tab.tsx')).HistoryTab),
} as const satisfies Readonly<Record<ItemTab, unknown>>;
