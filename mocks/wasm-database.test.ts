import initSqlite, { type Database as WasmDatabase } from '@sqlite.org/sqlite-wasm';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSqliteDb } from '#platform/server/db/sqlite.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createMinimalSnapshot } from './seeds.ts';
import { createChangeStore } from './stored-changes.ts';
import { openSnapshot, record, replay } from './wasm-database.ts';
import { wasmSqlite } from './wasm-sqlite.ts';

const sqlite3 = await initSqlite();
let snapshot: Uint8Array;

beforeAll(async () => {
  snapshot = await createMinimalSnapshot(new Date('2026-03-04T09:00:00.000Z'));
});

const createDb = (database: WasmDatabase) => createSqliteDb({ writer: wasmSqlite(database) });

async function renameMilk(db: ReturnType<typeof createDb>, name: string, fails = false): Promise<void> {
  await db.write(async (tx) => {
    await tx.updateTable('items').set({ name }).where('_id', '=', ids.items.milk).execute();
    if (fails) throw new Error('no');
  });
}

async function readMilkName(db: ReturnType<typeof createDb>): Promise<string> {
  const row = await db.read
    .selectFrom('items')
    .select('name')
    .where('_id', '=', ids.items.milk)
    .executeTakeFirstOrThrow();
  return row.name;
}

describe('the database of a browser tab', () => {
  it('contains the seed, and runs queries of the server code', async () => {
    const db = createDb(openSnapshot(sqlite3, snapshot));
    expect(await readMilkName(db)).toBe('Whole milk');
    await db.close();
  });

  it('commits transactions, and rolls back failed ones', async () => {
    const db = createDb(openSnapshot(sqlite3, snapshot));
    await renameMilk(db, 'Oat milk');
    await expect(renameMilk(db, 'No milk', true)).rejects.toThrow('no');
    expect(await readMilkName(db)).toBe('Oat milk');
    await db.close();
  });

  it('restores committed changes after a reload, and nothing else', async () => {
    const first = openSnapshot(sqlite3, snapshot);
    const recording = record(sqlite3, first);
    await renameMilk(createDb(first), 'Oat milk');
    first.exec(`begin; delete from itemLevels`);
    const changes = recording.changes();

    const second = openSnapshot(sqlite3, snapshot);
    const secondRecording = record(sqlite3, second);
    replay(sqlite3, second, changes);
    const db = createDb(second);
    expect(await readMilkName(db)).toBe('Oat milk');
    expect(second.selectValue('select count(*) from itemLevels')).toBe(10);

    await renameMilk(db, 'Rice milk');
    const third = openSnapshot(sqlite3, snapshot);
    replay(sqlite3, third, secondRecording.changes());
    expect(await readMilkName(createDb(third))).toBe('Rice milk');
  });

  it('restores the effects of triggers without running them again, and keeps triggers enabled', async () => {
    const first = openSnapshot(sqlite3, snapshot);
    const recording = record(sqlite3, first);
    const setCost = (e4: number) =>
      `update items set "standardCostMicro" = ${e4}, "updatedAt" = '2040-01-01T00:00:00.000Z' where name = 'Whole milk'`;
    for (const e4 of [10_000, 20_000]) first.exec(setCost(e4));
    const countFormerValues = 'select count(*) from formerValues';
    const triggerRows = Number(first.selectValue(countFormerValues));
    expect(triggerRows).toBeGreaterThan(0);
    const second = openSnapshot(sqlite3, snapshot);
    replay(sqlite3, second, recording.changes());
    expect(second.selectValue(countFormerValues)).toBe(triggerRows);
    second.exec(setCost(30_000));
    expect(second.selectValue(countFormerValues)).toBe(triggerRows + 1);
  });

  it("rejects all changes if some of them don't apply", async () => {
    const first = openSnapshot(sqlite3, snapshot);
    const recording = record(sqlite3, first);
    await renameMilk(createDb(first), 'Oat milk');
    const other = openSnapshot(sqlite3, snapshot);
    other.exec(`update items set name = 'Goat milk' where name = 'Whole milk'`);
    expect(() => replay(sqlite3, other, recording.changes())).toThrow();
    expect(await readMilkName(createDb(other))).toBe('Goat milk');
  });

  it('has a primary key on every table, because changes are not recorded without one', async () => {
    const database = openSnapshot(sqlite3, snapshot);
    const tables = database.selectValues(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
    );
    const tablesWithoutKey = tables.filter(
      (table) =>
        database.selectValue(`select count(*) from pragma_table_info('${table}') where pk > 0`) === 0,
    );
    expect(tables.length).toBeGreaterThan(20);
    expect(tablesWithoutKey).toEqual([]);
  });

  it('runs a statement with several kinds of values', async () => {
    const db = createDb(openSnapshot(sqlite3, snapshot));
    const big = Number.MAX_SAFE_INTEGER;
    const { rows } =
      await sql`select ${true} as yes, ${null} as missing, ${big} as big, ${'é'} as text`.execute(db.read);
    expect(rows).toEqual([{ yes: 1, missing: null, big, text: 'é' }]);
  });
});

describe('the stored changes of a tab', () => {
  const createStorage = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };

  it('are restored only for the same schema and seed', () => {
    const tab = createStorage();
    const changes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    createChangeStore(tab, 'v1').write(changes);
    expect(createChangeStore(tab, 'v1').read()).toEqual(changes);
    expect(createChangeStore(tab, 'v2').read()).toBeNull();
  });

  it('are deleted when the storage is full', () => {
    const tab = createStorage();
    createChangeStore(tab, 'v1').write(Uint8Array.of(1));
    const full = {
      ...tab,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    createChangeStore(full, 'v1').write(Uint8Array.of(2));
    expect(createChangeStore(tab, 'v1').read()).toBeNull();
  });
});
