import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { classifyDbError } from './failures.ts';
import { openSqliteFile, openSqliteMemory } from './node/sqlite.ts';
import type { Db } from './types.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-'));
  const path = join(folder, 'test.db');
  writeFileSync(path, await getMigratedSnapshot());
  db = openSqliteFile(path, 300);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const insertSetting = (key: string) => (tx: Db['writer'] | Parameters<Parameters<Db['write']>[0]>[0]) =>
  tx.insertInto('settings').values({ key, value: '1' }).execute();
const listKeys = async () =>
  (await db.read.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key);

describe('a database file', () => {
  it('is opened with write-ahead logging and full synchronization', async () => {
    const { rows: mode } = await sql`pragma journal_mode`.execute(db.writer);
    const { rows: sync } = await sql`pragma synchronous`.execute(db.writer);
    expect([mode, sync].map(([row]) => Object.values(row as object)[0])).toEqual(['wal', 2]);
  });

  it('lets readers see only committed data without waiting', async () => {
    let visibleNames: string[] = ['not read yet'];
    await db.write(async (tx) => {
      await insertSetting('a')(tx);
      visibleNames = await listKeys();
    });
    expect([visibleNames, await listKeys()]).toEqual([[], ['a']]);
  });

  it('rejects writes through the reading connection', async () => {
    await expect(insertSetting('a')(db.read)).rejects.toThrow('readonly');
  });

  it('uses current column names after a table has changed', async () => {
    const read = async () => [
      (await sql`select * from notes`.execute(db.writer)).rows,
      (await sql`select * from notes`.execute(db.read)).rows,
    ];
    await sql`create table notes (a integer, b text)`.execute(db.writer);
    await sql`insert into notes values (1, 'x')`.execute(db.writer);
    expect(await read()).toEqual(Array(2).fill([{ a: 1, b: 'x' }]));
    await sql`alter table notes add column c text`.execute(db.writer);
    expect(await read()).toEqual(Array(2).fill([{ a: 1, b: 'x', c: null }]));
    await sql`alter table notes rename column c to d`.execute(db.writer);
    expect((await read())[0]).toEqual([{ a: 1, b: 'x', d: null }]);
  });

  it('returns rows that share one hidden class, to save memory for large results', async () => {
    await db.write(async (tx) => {
      for (const key of ['a', 'b']) await insertSetting(key)(tx);
    });
    const rows = await db.read.selectFrom('settings').select(['key', 'value']).execute();
    const [secondRow] = await db.read.selectFrom('settings').select(['key', 'value']).execute();
    setFlagsFromString('--allow-natives-syntax');
    const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
      a: unknown,
      b: unknown,
    ) => boolean;
    const sameClass = [
      haveSameClass(rows[0], rows[1]),
      haveSameClass(rows[0], secondRow),
      haveSameClass(rows[0], { key: 1 }),
    ];
    setFlagsFromString('--no-allow-natives-syntax');
    expect(rows).toHaveLength(2);
    expect(sameClass).toEqual([true, true, false]);
  });

  it('streams the same rows as a query returns', async () => {
    await db.write(async (tx) => {
      for (const key of ['a', 'b']) await insertSetting(key)(tx);
    });
    const query = db.read.selectFrom('settings').select(['key', 'value']).orderBy('key');
    const streamed = await Array.fromAsync(query.stream());
    expect(streamed).toEqual(await query.execute());
    expect(streamed).toEqual([
      { key: 'a', value: '1' },
      { key: 'b', value: '1' },
    ]);
  });

  it('rolls back a failed transaction and continues', async () => {
    const failing = db.write(async (tx) => {
      await insertSetting('a')(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await db.write(insertSetting('b'));
    expect(await listKeys()).toEqual(['b']);
  });

  it('runs writes one after the other', async () => {
    await db.write((tx) => tx.insertInto('settings').values({ key: 'n', value: '0' }).execute());
    const increment = () =>
      db.write(async (tx) => {
        const row = await tx
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'n')
          .executeTakeFirstOrThrow();
        await Promise.resolve();
        await tx
          .updateTable('settings')
          .set({ value: String(Number(row.value) + 1) })
          .where('key', '=', 'n')
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect((await db.read.selectFrom('settings').select('value').executeTakeFirstOrThrow()).value).toBe('50');
  });

  it('waits for another process without blocking reads, and fails after the time limit', async () => {
    const other = new DatabaseSync(join(folder, 'test.db'));
    other.exec('begin immediate');
    const lateWrite = db.write(insertSetting('late')).catch((error: unknown) => classifyDbError(error));
    expect(await listKeys()).toEqual([]);
    expect(await lateWrite).toBe('busy');
    const waitingWrite = db.write(insertSetting('patient'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.exec('commit');
    await waitingWrite;
    other.close();
    expect(await listKeys()).toEqual(['patient']);
  });

  it('applies one time limit to the wait for a turn plus the wait for another process', async () => {
    const file = join(folder, 'test.db');
    const [waitingWrite, longerWait] = [openSqliteFile(file, 1000), openSqliteFile(file, 1800)];
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const failures: string[] = [];
    const lateWrite = (database: Db, key: string) =>
      database
        .write(insertSetting(key))
        .catch((error: unknown) => failures.push(`${key}: ${classifyDbError(error)}`));
    // The second would wait for 2000 ms if its limit began with its turn.
    await Promise.all([
      lateWrite(waitingWrite, 'first'),
      lateWrite(waitingWrite, 'second'),
      lateWrite(longerWait, 'longer'),
    ]);
    expect(failures.toSorted()).toEqual(['first: busy', 'longer: busy', 'second: busy']);
    expect(failures.at(-1)).toBe('longer: busy');
    other.close();
    await Promise.all([waitingWrite.close(), longerWait.close()]);
  });

  it('fails with a busy error after waiting too long for a turn', async () => {
    let finish = () => {};
    const longWrite = db.write(() => new Promise<void>((resolve) => (finish = resolve)));
    expect(await db.write(insertSetting('x')).catch((error: unknown) => classifyDbError(error))).toBe('busy');
    finish();
    await longWrite;
    await db.write(insertSetting('y'));
    expect(await listKeys()).toEqual(['y']);
  });
});

it('keeps reads out of an open transaction when there is only one connection', async () => {
  const memory = openSqliteMemory(await getMigratedSnapshot());
  let read: Promise<unknown[]> = Promise.resolve([]);
  await memory.write(async (tx) => {
    await insertSetting('a')(tx);
    read = memory.read.selectFrom('settings').selectAll().execute();
    await Promise.resolve();
    await tx.deleteFrom('settings').execute();
  });
  expect(await read).toEqual([]);
  await memory.close();
});
