import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type CellGridModel,
  gridsOnScreen,
  createCellGrid,
  setReveal,
} from '#platform/web/drafts/cell-grids.ts';
import { type PendingCell, type PendingCells, pendingCells } from '#platform/web/drafts/pending-cells.ts';
import { useUser } from '#platform/web/session/session.ts';
import { createStore } from '#platform/web/store.ts';

const Context = createContext<CellGridModel | null>(null);

interface CellGridProps {
  /** Identifies the grid of a document on the device: `order.BRANCH_ID`. */
  name: string;
  /** For windowed grids: scrolls the row of a cell into view. False if the row no longer exists. */
  reveal?(cell: string): boolean;
  children: ReactNode;
}

/** Stores the pending text of its quantity cells on the device at every keystroke, by user and grid. */
export function CellGrid({ name, reveal, children }: CellGridProps) {
  const store = pendingCells.open(useUser()._id, name);
  const grid = useMemo(() => createCellGrid(store), [store]);
  useEffect(() => {
    setReveal(grid, reveal);
  });
  useRegisterGrid(grid);
  return <Context value={grid}>{children}</Context>;
}

/** Returns the grid of a cell; a cell outside a grid gets one for as long as it is mounted. */
export function useCellGrid(): CellGridModel {
  const outer = use(Context);
  const [ownGrid] = useState(() => createCellGrid(createStore<PendingCells>({ cells: {}, savedAt: 0 })));
  useRegisterGrid(outer ? null : ownGrid);
  return outer ?? ownGrid;
}

function useRegisterGrid(grid: CellGridModel | null): void {
  useEffect(() => {
    if (!grid) return;
    gridsOnScreen.add(grid);
    return () => void gridsOnScreen.delete(grid);
  }, [grid]);
}

/** Returns the uncommitted text of a cell; undefined if there is none. */
export function usePendingCell(
  { store }: Pick<CellGridModel, 'store'>,
  cell: string,
): PendingCell | undefined {
  const get = () => store.get().cells[cell];
  return useSyncExternalStore(store.subscribe, get, get);
}

const separator = '\u0000';

/** Returns the uncommitted text of several cells by name; null if there is none. */
export function usePendingTexts(
  { store }: Pick<CellGridModel, 'store'>,
  cells: readonly string[],
): Readonly<Record<string, string>> | null {
  const get = () => {
    const { cells: pending } = store.get();
    return cells.flatMap((cell) => (pending[cell] ? [cell, pending[cell].text] : [])).join(separator);
  };
  const joined = useSyncExternalStore(store.subscribe, get, get);
  if (joined === '') return null;
  const parts = joined.split(separator);
  return Object.fromEntries(
    parts.flatMap((cell, index) => (index % 2 === 0 ? [[cell, parts[index + 1] ?? '']] : [])),
  );
}

/** Returns how many cells of a grid have uncommitted text. */
export function usePendingCellCount(name: string): number {
  const store = pendingCells.open(useUser()._id, name);
  const get = () => Object.keys(store.get().cells).length;
  return useSyncExternalStore(store.subscribe, get, get);
}
