import { readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createStore, type Store, useStore } from '#platform/web/store.ts';
import type { ColumnChoice } from './column.ts';

/** Row height; null for the default: compact with a mouse, comfortable on a touch screen. */
export type Density = 'compact' | 'comfortable' | null;

const densityKey = 'commissary.density';
const densityStore = createStore<Density>(readDensity(readStoredItem(densityKey)));

/** The density chosen on this device, for all lists. */
export function useDensity(): Density {
  return useStore(densityStore);
}

export function setDensity(density: Density): void {
  writeStoredItem(densityKey, density);
  densityStore.set(density);
}

const choices = new Map<string, Store<ColumnChoice>>();

/** The columns chosen for a list on this device. */
export function useColumnChoice(list: string): ColumnChoice {
  return useStore(openChoiceStore(list));
}

export function setColumnChoice(list: string, choice: ColumnChoice): void {
  writeStoredItem(getChoiceKey(list), Object.keys(choice).length > 0 ? JSON.stringify(choice) : null);
  openChoiceStore(list).set(choice);
}

function getChoiceKey(list: string): string {
  return `commissary.columns.${list}`;
}

function openChoiceStore(list: string): Store<ColumnChoice> {
  const store = choices.get(list) ?? createStore(readChoice(readStoredItem(getChoiceKey(list))));
  choices.set(list, store);
  return store;
}

function readDensity(stored: string | null): Density {
  return stored === 'compact' || stored === 'comfortable' ? stored : null;
}

function readChoice(stored: string | null): ColumnChoice {
  try {
    const entries = Object.entries(readRecord(JSON.parse(stored ?? '{}')));
    return Object.fromEntries(
      entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}
