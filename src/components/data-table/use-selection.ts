import { useRef, useState } from 'react';

export interface Selection<Row> {
  /** The chosen rows by key, also those of other pages. */
  rows: ReadonlyMap<string, Row>;
  /** Chooses a row, or lets it go; with `isRange` all from the one touched last to this. */
  toggle(key: string, isOn: boolean, isRange: boolean): void;
  /** Chooses all rows of this page, or lets them go. */
  togglePage(isOn: boolean): void;
  clear(): void;
}

/** What is chosen in a list. It outlives paging and sorting, and ends when `scope` changes. */
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
