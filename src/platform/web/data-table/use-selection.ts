import { useRef, useState } from 'react';

export interface Selection<Row> {
  /** Selected rows by key, including those on other pages. */
  rows: ReadonlyMap<string, Row>;
  /** Selects or deselects a row; with `isRange` all rows from the last one touched. */
  toggle(key: string, isOn: boolean, isRange: boolean): void;
  /** Selects or deselects all rows of this page. */
  togglePage(isOn: boolean): void;
  clear(): void;
}

/** Manages a list's selection. It survives paging and sorting, and is cleared when `scope` changes. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [chosenIn, setChosenIn] = useState(scope);
  const last = useRef<string | null>(null);
  if (chosenIn !== scope) {
    setChosenIn(scope);
    setChosen(new Map());
  }

  function change(changed: readonly Row[], isOn: boolean): void {
    const next = new Map(chosen);
    for (const row of changed) {
      if (isOn) next.set(keyOf(row), row);
      else next.delete(keyOf(row));
    }
    setChosen(next);
  }

  return {
    rows: chosen,
    toggle(key, isOn, isRange) {
      const keys = rows.map(keyOf);
      const at = keys.indexOf(key);
      const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
      const span = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)];
      last.current = key;
      change(rows.slice(span[0], (span[1] ?? at) + 1), isOn);
    },
    togglePage: (isOn) => change(rows, isOn),
    clear() {
      last.current = null;
      setChosen(new Map());
    },
  };
}
