import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchFolder } from '#scripts/scratch-folder.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { ConnectionLostError, classifyDbError, QueryCancelledError } from '../failures.ts';
import { migrate } from '../migrate.ts';
import { type Db, getLongReader, type Reader } from '../types.ts';
import { openSqliteFile } from './sqlite.ts';
import { createReaderPool } from './sqlite-reader-pool.ts';

let db: Db;
let threadReader: Reader;
beforeAll(async () => {
  db = openSqliteFile(join(createScratchFolder('commissary-threads-'), 'test.db'));
  await migrate(db);
  threadReader = getLongReader(db);
}, 60_000);
afterAll(() => db.close());

/** Counts up to a number; counting to millions takes a second or so. */
const countTo = (upTo: number) =>
  sql<{
    n: number;
  }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${upTo})
    select max(n) as n from counted`;

test("a thread returns the same rows as the server's reader", async () => {
  expect(threadReader).not.toBe(db.read);
  const allTypes = sql`select 1 as whole, 2.5 as part, 'é' as text, null as missing, x'00ff' as bytes,
    ${'it’s'} as parameter, ${true} as flag, 9007199254740991 as largest union all select 2, 0, '', '', x'', '', 0, -1`;
  const [threadRows, readerRows] = await Promise.all([
    allTypes.execute(threadReader),
    allTypes.execute(db.read),
  ]);
  expect(threadRows.rows).toEqual(readerRows.rows);
  const emptyResult = sql`select 1 as one where 1 = 0`;
  expect((await emptyResult.execute(threadReader)).rows).toEqual([]);
});

test('a query sees everything committed before it', async () => {
  await sql`create table words (word text)`.execute(db.writer);
  for (const word of ['first', 'second']) {
    await db.write((tx) => sql`insert into words values (${word})`.execute(tx));
    const { rows } = await sql<{ word: string }>`select word from words order by rowid desc`.execute(
      threadReader,
    );
    expect(rows[0]).toEqual({ word });
  }
});

test("a failed query reports the same error as the server's reader, and the thread continues", async () => {
  for (const invalidQuery of [sql`select * from nowhere`, sql`select 9007199254740993 as beyond`]) {
    const threadError = await invalidQuery.execute(threadReader).catch((error: unknown) => error);
    const readerError = await invalidQuery.execute(db.read).catch((error: unknown) => error);
    expect(threadError).toBeInstanceOf(Error);
    expect([(threadError as Error).message, classifyDbError(threadError)]).toEqual([
      (readerError as Error).message,
      classifyDbError(readerError),
    ]);
  }
  const forbiddenWrite = sql`delete from branches`.execute(threadReader);
  await expect(forbiddenWrite).rejects.toThrow(/readonly|read-only/);
  expect((await countTo(3).execute(threadReader)).rows).toEqual([{ n: 3 }]);
});

test('other queries, including those on other threads, run while a thread is busy', async () => {
  await countTo(1).execute(threadReader);
  const finished: string[] = [];
  const recordEnd = (name: string) => () => void finished.push(name);
  const long = countTo(3_000_000).execute(threadReader).then(recordEnd('long'));
  const reads = Array.from({ length: 3 }, () => sql`select 1`.execute(db.read).then(recordEnd('read')));
  const short = sql`select 1`.execute(threadReader).then(recordEnd('short'));
  await Promise.all([long, short, ...reads]);
  expect(finished.at(-1)).toBe('long');
});

test('a crashed thread rejects its query, and the next query starts a new thread', async () => {
  const path = join(createScratchFolder('commissary-threads-'), 'later.db');
  const pool = createReaderPool(path);
  const reader = pool.reader();
  // The database doesn't exist yet, so the thread can't start.
  await expect(countTo(2).execute(reader)).rejects.toThrow(ConnectionLostError);
  await openSqliteFile(path).close();
  expect((await countTo(2).execute(reader)).rows).toEqual([{ n: 2 }]);
  await pool.end();
});

test('runs more queries than there are threads', async () => {
  const queries = Array.from({ length: 20 }, (_, n) => countTo(n + 1).execute(threadReader));
  const results = await Promise.all(queries);
  expect(results.map(({ rows }) => rows[0]?.n)).toEqual(queries.map((_, n) => n + 1));
});

test('drops waiting queries of a disconnected client', async () => {
  const disconnect = new AbortController();
  const busy = [1, 2].map(() => countTo(1_000_000).execute(threadReader));
  const queuedQuery = countTo(5).execute(getLongReader(db, disconnect.signal));
  disconnect.abort();
  await expect(queuedQuery).rejects.toThrow(QueryCancelledError);
  await Promise.all(busy);
  await expect(countTo(5).execute(getLongReader(db, disconnect.signal))).rejects.toThrow(QueryCancelledError);
  expect((await countTo(5).execute(getLongReader(db))).rows).toEqual([{ n: 5 }]);
});

test("runs long reads on threads and short ones on the server's connection", async () => {
  // The thread's database is empty, so that the result shows where the query ran.
  const [app, emptyApp] = await Promise.all([createTestApp(), createTestApp({ isEmpty: true })]);
  try {
    const db = { ...app.db, longRead: () => emptyApp.db.read };
    const admin = (await createTestApp({ db, isFilled: true })).as('admin');
    for (const [path, isLong] of [
      ['/reports/ledger?from=2026-03-01&to=2026-03-31', true],
      ['/costing/journal?from=2026-03-01&to=2026-03-31', true],
      ['/stock/shelves', true],
      [`/stock/shelves?placeId=${ids.kitchen}`, false],
      ['/stock/moves', false],
    ] as const) {
      const { status, body } = await admin.get(path);
      const rows = Array.isArray(body) ? body : body.rows;
      expect([path, status, rows.length === 0]).toEqual([path, 200, isLong]);
    }
  } finally {
    await Promise.all([app.close(), emptyApp.close()]);
  }
});
