import { type ComponentType, lazy } from 'react';
import type { ResourceRow } from '#src/collections/resources.ts';

type Tab = ComponentType<{ row: ResourceRow }>;

/** A part that is fetched when its tab is opened first. */
const later = (load: () => Promise<Tab>) => lazy(async () => ({ default: await load() }));

/** The parts of an item's page, in their order; the first is shown where the address names none. */
export const itemTabs = {
  general: later(async () => (await import('./general-tab.tsx')).GeneralTab),
  units: later(async () => (await import('./units-tab.tsx')).UnitsTab),
  levels: later(async () => (await import('./levels-tab.tsx')).LevelsTab),
  suppliers: later(async () => (await import('./packs-tab.tsx')).PacksTab),
  stock: later(async () => (await import('./stock-tab.tsx')).StockTab),
  ledger: later(async () => (await import('./ledger-tab.tsx')).LedgerTab),
  recipes: later(async () => (await import('./recipes-tab.tsx')).RecipesTab),
  allergens: later(async () => (await import('./plain-tabs.tsx')).AllergensTab),
  pictures: later(async () => (await import('./plain-tabs.tsx')).PicturesTab),
  history: later(async () => (await import('./history-tab.tsx')).HistoryTab),
} as const;

export type ItemTab = keyof typeof itemTabs;
