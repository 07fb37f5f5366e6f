import { createStore, useStore } from '#src/lib/store.ts';

const storageKey = 'commissary.sidebar';

const isCollapsedStore = createStore(globalThis.localStorage?.getItem(storageKey) === 'collapsed');

/** Whether the sidebar is at icon width on this device. */
export function useIsCollapsed(): boolean {
  return useStore(isCollapsedStore);
}

export function setCollapsed(isCollapsed: boolean): void {
  localStorage.setItem(storageKey, isCollapsed ? 'collapsed' : 'expanded');
  isCollapsedStore.set(isCollapsed);
}
