import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect } from 'vitest';
import { type RecordedFile, getStatementId } from './check/statement-cover.ts';

// Records into RECORD_STATEMENTS the SQL statements that the product executes on SQLite during a test file,
// and the file's duration. The PostgreSQL run selects files that together execute all of these statements
// (check/statement-cover.ts).
const folder = process.env['RECORD_STATEMENTS'];
if (folder !== undefined) {
  const recorder = getSharedRecorder();
  recorder.statements = new Set();
  const started = performance.now();
  afterAll(() => {
    const path = expect.getState().testPath;
    if (path === undefined || recorder.statements.size === 0) return;
    const file: RecordedFile = {
      path: path.slice(process.cwd().length + 1).replaceAll('\\', '/'),
      ms: performance.now() - started,
      statements: [...recorder.statements],
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file.path.replaceAll('/', '+')}.json`), JSON.stringify(file));
  });
}

interface Recorder {
  statements: Set<string>;
}

/** Returns the worker's only recorder: its files run one after the other, and `prepare` is wrapped once. */
function getSharedRecorder(): Recorder {
  const shared = globalThis as { statementRecorder?: Recorder };
  if (shared.statementRecorder === undefined) {
    const recorder: Recorder = { statements: new Set() };
    const { prepare } = DatabaseSync.prototype;
    DatabaseSync.prototype.prepare = function (text, ...rest) {
      const id = getStatementId(text, captureStack());
      if (id !== null) recorder.statements.add(id);
      return prepare.call(this, text, ...rest);
    };
    shared.statementRecorder = recorder;
  }
  return shared.statementRecorder;
}

/** Returns the stack with asynchronous callers, because a query is prepared several awaits below its caller. */
function captureStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}
