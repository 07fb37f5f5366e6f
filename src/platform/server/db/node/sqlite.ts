import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { busyTimeoutMs } from '../busy.ts';
import { createSqliteDb } from '../sqlite.ts';
import type { Db } from '../types.ts';
import { cacheSize, createRowMapper, openReader, cachePreparedStatements, toInput } from './sqlite-reader.ts';
import { createReaderPool } from './sqlite-reader-pool.ts';

type Row = Record<string, unknown>;

/**
 * Builds row objects that share one hidden class. `node:sqlite` gives every object its own, which stays in
 * memory until a full garbage collection (80 MB for a million rows), so values are read as arrays and mapped
 * here.
 */
function createStatementMapper(statement: StatementSync): (values: unknown) => Row {
  let names: string[] = [];
  let toRow = createRowMapper(names);
  return (row) => {
    const values = row as unknown[];
    // The table's columns have changed, and SQLite has prepared the statement again.
    if (values.length !== names.length) {
      names = statement.columns().map(({ name }) => name);
      toRow = createRowMapper(names);
    }
    return toRow(values);
  };
}

function toStatement(statement: StatementSync): SqliteStatement {
  const reader = statement.columns().length > 0;
  statement.setReturnArrays(true);
  const toRow = createStatementMapper(statement);
  return {
    reader,
    all: (parameters) => statement.all(...parameters.map(toInput)).map(toRow),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(toInput))) yield toRow(values);
    },
  };
}

/** Implements Kysely's SQLite driver interface with node:sqlite. */
export const nodeSqlite = (database: DatabaseSync): SqliteDatabase => ({
  prepare: cachePreparedStatements((text) => toStatement(database.prepare(text))),
  close: () => database.close(),
});

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
}

/**
 * Opens a database file, creating it if necessary.
 *
 * @throws Error if write-ahead logging, full synchronization or foreign keys can't be enabled
 */
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
      `The database ${path} can't be opened with write-ahead logging, full synchronization and foreign keys.`,
    );
  }
  // From here on transactions wait for other processes without blocking the event loop.
  writer.exec('pragma busy_timeout = 0');
  const db = createSqliteDb({ writer: nodeSqlite(writer), reader: nodeSqlite(openReader(path)), waitMs });
  const readerPool = createReaderPool(path);
  return {
    ...db,
    longRead: readerPool.reader,
    async close() {
      await readerPool.end();
      await db.close();
    },
  };
}

/** Opens an in-memory database; `snapshot` is the serialized form of an existing database. */
export function openSqliteMemory(snapshot?: Uint8Array): Db {
  const database = new DatabaseSync(':memory:');
  if (snapshot) database.deserialize(snapshot);
  database.exec('pragma foreign_keys = on');
  return createSqliteDb({ writer: nodeSqlite(database) });
}
