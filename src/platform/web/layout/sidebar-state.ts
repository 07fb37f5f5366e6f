import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import type { PageName } from './page-messages.ts';

const widthKey = 'commissary.sidebar';
const groupsKey = 'commissary.sidebar-groups';

/** On a portrait tablet the sidebar is collapsed unless the user expands it. */
const wideQuery = '(min-width: 1024px)';

const isCollapsedStore = createStore(readWidth());

/** Whether the sidebar is collapsed to icons on this device. */
export function useIsCollapsed(): boolean {
  return useStore(isCollapsedStore);
}

export function setCollapsed(isCollapsed: boolean): void {
  writeStoredItem(widthKey, isCollapsed ? 'collapsed' : 'expanded');
  isCollapsedStore.set(isCollapsed);
}

/**
 * Groups that the user expanded (true) or collapsed (false) on this device; the others follow the current
 * page.
 */
type ToggledGroups = Readonly<Partial<Record<PageName, boolean>>>;

const toggledStore = createStore<ToggledGroups>(readGroups());

export function useToggledGroups(): ToggledGroups {
  return useStore(toggledStore);
}

export function toggleGroup(label: PageName, isOpen: boolean): void {
  const toggledGroups = { ...toggledStore.get(), [label]: isOpen };
  writeStoredItem(groupsKey, JSON.stringify(toggledGroups));
  toggledStore.set(toggledGroups);
}

function readWidth(): boolean {
  const stored = readStoredItem(widthKey);
  return stored === null ? !window.matchMedia(wideQuery).matches : stored === 'collapsed';
}

function readGroups(): ToggledGroups {
  try {
    const stored: unknown = JSON.parse(readStoredItem(groupsKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
