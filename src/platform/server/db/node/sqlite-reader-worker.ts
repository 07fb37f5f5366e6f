// Worker thread that runs queries on a database file one at a time (sqlite-reader-pool.ts). Apart from
// sqlite-reader.ts it imports no application code.
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openReader, cachePreparedStatements } from './sqlite-reader.ts';

export interface ReaderQuery {
  text: string;
  values: SQLInputValue[];
}

/** Rows as arrays of values in the order of the names, or the database error. */
export type ReaderResult =
  | { names: string[]; rows: unknown[][] }
  | { error: { message: string; code?: unknown; errcode?: unknown; errstr?: unknown } };

const database = openReader(workerData);
const prepare = cachePreparedStatements((text) => {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  return statement;
});

function runQuery({ text, values }: ReaderQuery): ReaderResult {
  try {
    const statement = prepare(text);
    const rows = statement.all(...values) as unknown as unknown[][];
    return { names: statement.columns().map(({ name }) => name), rows };
  } catch (error) {
    const { message, code, errcode, errstr } = error as Error &
      Record<'code' | 'errcode' | 'errstr', unknown>;
    return { error: { message, code, errcode, errstr } };
  }
}

parentPort?.on('message', (query: ReaderQuery) => parentPort?.postMessage(runQuery(query)));
