import { createStore, useStore } from '#src/lib/store.ts';

const storageKey = 'commissary.sidebar';

/** On a tablet held upright the content needs the room, until the person says otherwise. */
const roomyQuery = '(min-width: 1024px)';

const isCollapsedStore = createStore(readStored());

/** Whether the sidebar is at icon width on this device. */
export function useIsCollapsed(): boolean {
  return useStore(isCollapsedStore);
}

export function setCollapsed(isCollapsed: boolean): void {
  localStorage.setItem(storageKey, isCollapsed ? 'collapsed' : 'expanded');
  isCollapsedStore.set(isCollapsed);
}

function readStored(): boolean {
  const stored = localStorage.getItem(storageKey);
  return stored === null ? !window.matchMedia(roomyQuery).matches : stored === 'collapsed';
}
