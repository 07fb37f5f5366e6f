import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/scratch-folder.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids } from '../../testing/ids.ts';
import { receiveStock } from '../../testing/orders.ts';
import { dbFailure } from '../failures.ts';
import { migrate } from '../migrate.ts';
import { type Db, longReader, type Reader } from '../types.ts';
import { openSqliteFile } from './sqlite.ts';

let db: Db;
let onThread: Reader;
beforeAll(async () => {
  db = openSqliteFile(join(scratchFolder('commissary-threads-'), 'test.db'));
  await migrate(db);
  onThread = longReader(db);
}, 60_000);
afterAll(() => db.close());

/** Counts so far: a second or so of work for the database. */
const counting = (upTo: number) =>
  sql<{
    n: number;
  }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${upTo})
    select max(n) as n from counted`;

test('a thread answers what the reader of the server answers, row by row', async () => {
  expect(onThread).not.toBe(db.read);
  const everything = sql`select 1 as whole, 2.5 as part, 'é' as text, null as lacking, x'00ff' as bytes,
    ${'it’s'} as given, ${true} as yes, 9007199254740991 as most union all select 2, 0, '', '', x'', '', 0, -1`;
  const [told, known] = await Promise.all([everything.execute(onThread), everything.execute(db.read)]);
  expect(told.rows).toEqual(known.rows);
  const none = sql`select 1 as one where 1 = 0`;
  expect((await none.execute(onThread)).rows).toEqual([]);
});

test('what was committed before a question is part of its answer', async () => {
  await sql`create table said (word text)`.execute(db.writer);
  for (const word of ['first', 'second']) {
    await db.write((tx) => sql`insert into said values (${word})`.execute(tx));
    const { rows } = await sql<{ word: string }>`select word from said order by rowid desc`.execute(onThread);
    expect(rows[0]).toEqual({ word });
  }
});

test('what is wrong with a question is said as the reader says it, and the thread goes on', async () => {
  for (const wrong of [sql`select * from nowhere`, sql`select 9007199254740993 as beyond`]) {
    const said = await wrong.execute(onThread).catch((error: unknown) => error);
    const known = await wrong.execute(db.read).catch((error: unknown) => error);
    expect(said).toBeInstanceOf(Error);
    expect([(said as Error).message, dbFailure(said)]).toEqual([(known as Error).message, dbFailure(known)]);
  }
  const written = sql`delete from branches`.execute(onThread);
  await expect(written).rejects.toThrow(/readonly|read-only/);
  expect((await counting(3).execute(onThread)).rows).toEqual([{ n: 3 }]);
});

test('others are answered while a thread is at work, also by another thread', async () => {
  await counting(1).execute(onThread);
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const long = counting(3_000_000).execute(onThread).then(note('long'));
  const reads = Array.from({ length: 3 }, () => sql`select 1`.execute(db.read).then(note('read')));
  const short = sql`select 1`.execute(onThread).then(note('short'));
  await Promise.all([long, short, ...reads]);
  expect(ended.at(-1)).toBe('long');
});

test('more questions than threads are all answered', async () => {
  const asked = Array.from({ length: 20 }, (_, n) => counting(n + 1).execute(onThread));
  const told = await Promise.all(asked);
  expect(told.map(({ rows }) => rows[0]?.n)).toEqual(asked.map((_, n) => n + 1));
});

const movesOf = async (t: TestApp) =>
  (await t.db.read.selectFrom('stockMoves').select('seq').execute()).length;

test('reports are asked where nobody waits for them, and other calls are not', async () => {
  const [here, there] = await Promise.all([createTestApp(), createTestApp()]);
  try {
    await receiveStock(there, ids.kitchen, ids.items.flour, 5, 1.2);
    const admin = (await createTestApp({ db: { ...here.db, longRead: there.db.read }, isFilled: true })).as(
      'admin',
    );
    const report = await admin.get('/reports/ledger?from=2026-03-01&to=2026-03-31');
    const moves = await admin.get('/stock/moves');
    expect([report.body.total, moves.body.length]).toEqual([await movesOf(there), await movesOf(here)]);
    expect(report.body.total).not.toBe(moves.body.length);
  } finally {
    await Promise.all([here.close(), there.close()]);
  }
});
