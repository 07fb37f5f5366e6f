import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { busyTimeoutMs } from '../busy.ts';

/** 64 MiB per connection: the upper pages of every index of a million orders. */
export const cacheSize = -65_536;

/** Opens a database file read-only. */
export function openReader(path: string): DatabaseSync {
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  reader.exec(`pragma cache_size = ${cacheSize}`);
  reader.exec('pragma mmap_size = 268435456');
  return reader;
}

export const toInput = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : (value as SQLInputValue);

/**
 * Maximum number of statements cached per connection, and their total text in characters. The application has
 * a few hundred distinct statements of a few thousand characters.
 */
const maxStatements = 500;
const maxCharacters = 2_000_000;

/** Matches statements that change columns. */
const schemaChangePattern = /^\s*(?:alter|create|drop)\s/i;

/** Prepares each statement of a connection once; evicts the least recently used first. */
export function cachePreparedStatements<S>(prepare: (text: string) => S): (text: string) => S {
  const statements = new Map<string, S>();
  let characters = 0;
  return (text) => {
    const cached = statements.get(text);
    if (cached) {
      statements.delete(text);
      statements.set(text, cached);
      return cached;
    }
    // Previously prepared statements may return different columns afterwards.
    if (schemaChangePattern.test(text)) {
      statements.clear();
      characters = 0;
    }
    const statement = prepare(text);
    statements.set(text, statement);
    characters += text.length;
    for (const [oldest] of statements) {
      if (statements.size <= maxStatements && characters <= maxCharacters) break;
      statements.delete(oldest);
      characters -= oldest.length;
    }
    return statement;
  };
}

/** Returns a function that turns row values into objects. All objects share one hidden class. */
export function createRowMapper(
  names: readonly string[],
): (values: readonly unknown[]) => Record<string, unknown> {
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let index = 0; index < values.length; index++) row[names[index] ?? ''] = values[index];
    return row;
  };
}
