import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { busyTimeoutMs, createSqliteDb } from '../sqlite.ts';
import type { Db } from '../types.ts';

/** 64 MiB for each connection: the upper pages of every index of a million orders. */
const cacheSize = -65_536;

/** Statements kept prepared per connection; the application has a few hundred distinct ones. */
const maxStatements = 500;

const toInput = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : (value as SQLInputValue);

function toStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(toInput)),
  };
}

/** What Kysely expects of a SQLite driver, over node:sqlite; the statement used longest ago is dropped first. */
export function nodeSqlite(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = statements.get(text);
      if (known) {
        statements.delete(text);
        statements.set(text, known);
        return known;
      }
      const statement = toStatement(database.prepare(text));
      statements.set(text, statement);
      if (statements.size > maxStatements) statements.delete(statements.keys().next().value as string);
      return statement;
    },
    close: () => database.close(),
  };
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
}

/** Opens (and creates) a database file. Refuses to go on without WAL, synchronous=FULL and foreign keys. */
export function openSqliteFile(path: string, waitMs = busyTimeoutMs): Db {
  const writer = new DatabaseSync(path);
  writer.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  writer.exec('pragma journal_mode = wal');
  writer.exec('pragma synchronous = full');
  writer.exec('pragma foreign_keys = on');
  writer.exec(`pragma cache_size = ${cacheSize}`);
  const isSafe =
    pragma(writer, 'journal_mode') === 'wal' &&
    pragma(writer, 'synchronous') === 2 &&
    pragma(writer, 'foreign_keys') === 1;
  if (!isSafe) {
    writer.close();
    throw new Error(
      `The database ${path} cannot be opened with write-ahead logging, full synchronisation and foreign keys.`,
    );
  }
  // From here on transactions wait for other processes themselves, without stopping this one.
  writer.exec('pragma busy_timeout = 0');
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  reader.exec(`pragma cache_size = ${cacheSize}`);
  reader.exec('pragma mmap_size = 268435456');
  return createSqliteDb({ writer: nodeSqlite(writer), reader: nodeSqlite(reader), waitMs });
}

/** A database that lives as long as the process; `snapshot` is the serialized form of another one. */
export function openSqliteMemory(snapshot?: Uint8Array): Db {
  const database = new DatabaseSync(':memory:');
  if (snapshot) database.deserialize(snapshot);
  database.exec('pragma foreign_keys = on');
  return createSqliteDb({ writer: nodeSqlite(database) });
}
