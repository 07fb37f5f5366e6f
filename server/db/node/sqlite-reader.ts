import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { busyTimeoutMs } from '../busy.ts';

/** 64 MiB for each connection: the upper pages of every index of a million orders. */
export const cacheSize = -65_536;

/** Opens a database file to read from it alone. */
export function openReader(path: string): DatabaseSync {
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  reader.exec(`pragma cache_size = ${cacheSize}`);
  reader.exec('pragma mmap_size = 268435456');
  return reader;
}

export const toInput = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : (value as SQLInputValue);

/** Puts the names of columns to the values of rows. All rows are objects of one form. */
export function namedBy(names: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const named = { ...empty };
    for (let at = 0; at < values.length; at++) named[names[at] ?? ''] = values[at];
    return named;
  };
}
