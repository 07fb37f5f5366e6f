import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** Opens a copy of a serialized database in this tab's memory. */
export function openSnapshot({ oo1, capi, wasm }: Sqlite3Static, snapshot: Uint8Array): Database {
  const database = new oo1.DB();
  const bytes = wasm.allocFromTypedArray(snapshot);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const { length } = snapshot;
  database.checkRc(capi.sqlite3_deserialize(getPointer(database), 'main', bytes, length, length, flags));
  database.exec('pragma foreign_keys = on');
  return database;
}

/** Changes committed since the recording began. */
export interface Recording {
  /** Returns all changes as one binary changeset; open transactions are rolled back first. */
  changes(): Uint8Array;
}

/** Records all changes of every table from now on. SQLite ignores tables without a primary key. */
export function record({ capi, wasm }: Sqlite3Static, database: Database): Recording {
  const output = wasm.alloc(8);
  database.checkRc(capi.sqlite3session_create(getPointer(database), 'main', output));
  const session = wasm.peekPtr(output);
  database.checkRc(capi.sqlite3session_attach(session, 0));
  return {
    changes() {
      if (capi.sqlite3_get_autocommit(getPointer(database)) === 0) database.exec('rollback');
      const outputs = wasm.alloc(16);
      const bytesOutput = outputs + 8;
      database.checkRc(capi.sqlite3session_changeset(session, outputs, bytesOutput));
      const [length, bytes] = [wasm.peek(outputs, 'i32') as number, wasm.peekPtr(bytesOutput)];
      const copy = wasm.heap8u().slice(bytes, bytes + length);
      capi.sqlite3_free(bytes);
      wasm.dealloc(outputs);
      return copy;
    },
  };
}

/**
 * Applies recorded changes to the same snapshot, all or nothing.
 *
 * @throws Error when they don't apply
 */
export function replay({ capi, wasm }: Sqlite3Static, database: Database, changes: Uint8Array): void {
  const bytes = wasm.allocFromTypedArray(changes);
  // Triggers are disabled while it is applied, because the changeset includes their effects.
  const setTriggers = (enabled: 0 | 1) =>
    database.checkRc(
      capi.sqlite3_db_config(getPointer(database), capi.SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, 0),
    );
  setTriggers(0);
  try {
    const abort = () => capi.SQLITE_CHANGESET_ABORT;
    const code = capi.sqlite3changeset_apply(getPointer(database), changes.length, bytes, 0, abort, 0);
    database.checkRc(code);
  } finally {
    setTriggers(1);
    wasm.dealloc(bytes);
  }
}

function getPointer(database: Database) {
  if (database.pointer === undefined) throw new Error('The database of the mocked API is closed');
  return database.pointer;
}
