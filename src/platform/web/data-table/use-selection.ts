import { useRef, useState } from 'react';

export interface Selection<Row> {
  /** Selected rows by key, including those on other pages. */
  rows: ReadonlyMap<string, Row>;
  /** Selects or deselects a row; with `isRange` all rows from the row toggled last. */
  toggle(key: string, isOn: boolean, isRange: boolean): void;
  /** Selects or deselects all rows of this page. */
  togglePage(isOn: boolean): void;
  clear(): void;
}

/** Manages a list's selection. It survives paging and sorting, and is cleared when `scope` changes. */
export function useSelection<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [selectedRows, setSelectedRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const [selectionScope, setSelectionScope] = useState(scope);
  const lastKey = useRef<string | null>(null);
  if (selectionScope !== scope) {
    setSelectionScope(scope);
    setSelectedRows(new Map());
  }

  function select(changedRows: readonly Row[], isOn: boolean): void {
    const next = new Map(selectedRows);
    for (const row of changedRows) {
      if (isOn) next.set(getKey(row), row);
      else next.delete(getKey(row));
    }
    setSelectedRows(next);
  }

  return {
    rows: selectedRows,
    toggle(key, isOn, isRange) {
      const keys = rows.map(getKey);
      const index = keys.indexOf(key);
      const rangeStart = isRange && lastKey.current !== null ? keys.indexOf(lastKey.current) : -1;
      const span =
        rangeStart < 0 ? [index, index] : [Math.min(rangeStart, index), Math.max(rangeStart, index)];
      lastKey.current = key;
      select(rows.slice(span[0], (span[1] ?? index) + 1), isOn);
    },
    togglePage: (isOn) => select(rows, isOn),
    clear() {
      lastKey.current = null;
      setSelectedRows(new Map());
    },
  };
}
