import type { Database, PreparedStatement, SqlValue } from '@sqlite.org/sqlite-wasm';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Limit of cached prepared statements; the least recently used one is finalized first. */
const maxStatements = 300;

const toSqlValue = (value: unknown): SqlValue => (value === undefined ? null : (value as SqlValue));

function createRow(names: readonly string[], values: readonly SqlValue[]): Record<string, SqlValue> {
  const row: Record<string, SqlValue> = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
}

/** Kysely's SQLite driver interface, for SQLite compiled to WebAssembly. */
export function wasmSqlite(database: Database): SqliteDatabase {
  const prepared = new Map<string, PreparedStatement>();

  function getStatement(text: string): PreparedStatement {
    const cached = prepared.get(text);
    prepared.delete(text);
    const statement = cached ?? database.prepare(text);
    prepared.set(text, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > maxStatements && oldest !== undefined) {
      prepared.get(oldest)?.finalize();
      prepared.delete(oldest);
    }
    return statement;
  }

  function readRows(text: string, parameters: readonly unknown[]): Record<string, SqlValue>[] {
    const statement = getStatement(text);
    try {
      if (parameters.length > 0) statement.bind(parameters.map(toSqlValue));
      const rows: Record<string, SqlValue>[] = [];
      // With object rows, the column names would be queried for each row.
      let names: string[] | undefined;
      while (statement.step()) {
        names ??= statement.getColumnNames();
        rows.push(createRow(names, statement.get([])));
      }
      return rows;
    } finally {
      statement.reset(true);
    }
  }

  return {
    prepare(text): SqliteStatement {
      return {
        reader: getStatement(text).columnCount > 0,
        all: (parameters) => readRows(text, parameters),
        iterate: (parameters) => readRows(text, parameters).values(),
        run(parameters) {
          readRows(text, parameters);
          return {
            changes: database.changes(),
            lastInsertRowid: database.selectValue('select last_insert_rowid()') as number,
          };
        },
      };
    },
    close() {
      for (const statement of prepared.values()) statement.finalize();
      database.close();
    },
  };
}
