// A thread that answers questions to a database file, one after the other (sqlite-threads.ts). It loads nothing else.
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from './sqlite-reader.ts';

export interface Question {
  text: string;
  values: SQLInputValue[];
}

/** Rows as values in the order of the names; or what was wrong, as the database says it. */
export type ThreadAnswer =
  | { names: string[]; rows: unknown[][] }
  | { error: { message: string; code?: unknown; errcode?: unknown; errstr?: unknown } };

const database = openReader(workerData);
const statements = new Map<string, StatementSync>();
/** Lists of ids make texts without number. */
const maxStatements = 200;

function prepared(text: string): StatementSync {
  const known = statements.get(text);
  if (known) return known;
  if (statements.size >= maxStatements) statements.clear();
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  statements.set(text, statement);
  return statement;
}

function answerTo({ text, values }: Question): ThreadAnswer {
  try {
    const statement = prepared(text);
    const rows = statement.all(...values) as unknown as unknown[][];
    return { names: statement.columns().map(({ name }) => name), rows };
  } catch (error) {
    const { message, code, errcode, errstr } = error as Error &
      Record<'code' | 'errcode' | 'errstr', unknown>;
    return { error: { message, code, errcode, errstr } };
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)));
