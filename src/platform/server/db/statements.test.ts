import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { insertRows, jsonRows, statement } from './statements.ts';
import type { Reader } from './types.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('binds the arguments of each call, including lists of any length', async () => {
  const selectNames = statement((db, names: string[], isActive: 0 | 1) =>
    db
      .selectFrom('items')
      .select('name')
      .where('_id', 'in', names)
      .where('isActive', '=', isActive)
      .orderBy('name'),
  );
  const { flour, milk, tomato } = ids.items;
  expect(await selectNames(t.db.read, [flour], 1)).toEqual([{ name: 'Bread flour' }]);
  expect(await selectNames(t.db.read, [milk], 1)).toEqual([{ name: 'Whole milk' }]);
  expect(await selectNames(t.db.read, [milk, tomato], 1)).toEqual([
    { name: 'Tomato' },
    { name: 'Whole milk' },
  ]);
  expect(await selectNames(t.db.read, [milk, tomato], 0)).toEqual([]);
  expect(await selectNames(t.db.read, [], 1)).toEqual([]);
  const selectOthers = statement((db, names: string[]) =>
    db.selectFrom('items').select('_id').where('_id', 'not in', names).where('_id', 'in', [flour, milk]),
  );
  expect(await selectOthers(t.db.read, [milk, tomato])).toEqual([{ _id: flour }]);
});

/** Runs `work` on a reader that records the text of each query. */
async function recordTexts(work: (db: Reader) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { read } = t.db;
  const recorder = new Proxy(read, {
    get(target, name) {
      if (name === 'executeQuery')
        return (query: CompiledQuery) => {
          texts.push(query.sql);
          return target.executeQuery(query);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await work(recorder);
  return texts;
}

test('compiles one text for lists of every length', async () => {
  const selectByIds = statement((db, names: string[]) =>
    db.selectFrom('items').select('_id').where('_id', 'in', names),
  );
  const selectByPairs = statement((db, pairs: string) =>
    db
      .selectFrom('balances')
      .select('onHandMicro')
      .where(sql<boolean>`(${sql.ref('placeId')}, ${sql.ref('itemId')}) in ${jsonRows(db, pairs, 2)}`),
  );
  const texts = await recordTexts(async (db) => {
    for (let length = 1; length <= 50; length += 1) {
      const names = Array.from({ length }, (_, index) => `item-${index}`);
      await selectByIds(db, names);
      await selectByPairs(db, JSON.stringify(names.map((name) => [name, name])));
    }
  });
  expect(texts).toHaveLength(100);
  expect(new Set(texts).size).toBe(2);
});

test('inserts any number of rows with few statement texts on SQLite', async () => {
  const buildRows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `text-${index}`, lastDue: String(count) }));
  const texts = await recordTexts(async (db) => {
    for (let count = 1; count <= 100; count += 1)
      await insertRows(db, 'jobSchedules', buildRows(count), { key: ['name'] });
  });
  expect(new Set(texts).size).toBe(t.db.dialect === 'sqlite' ? 7 : 100);
  expect(
    await t.db.read
      .selectFrom('jobSchedules')
      .select('lastDue')
      .distinct()
      .where('name', 'like', 'text-%')
      .execute(),
  ).toEqual([{ lastDue: '100' }]);
});

test('inserts more rows than one statement allows, and replaces existing rows', async () => {
  const buildRows = (lastDue: string) =>
    Array.from({ length: 20_000 }, (_, index) => ({ name: `many-${index}`, lastDue }));
  for (const lastDue of ['first', 'second'])
    await t.db.write((tx) => insertRows(tx, 'jobSchedules', buildRows(lastDue), { key: ['name'] }));
  const stored = await t.db.read
    .selectFrom('jobSchedules')
    .select((eb) => ['lastDue', eb.fn.countAll<number>().as('count')])
    .where('name', 'like', 'many-%')
    .groupBy('lastDue')
    .execute();
  expect(stored.map(({ lastDue, count }) => [lastDue, Number(count)])).toEqual([['second', 20_000]]);
});

test('inserts rows unchanged, including nulls and quotes', async () => {
  const buildRow = (orderId: string, reason: string | null) => ({
    orderId,
    from: null,
    to: 'Draft',
    by: 'b',
    byName: `O'Brien "Bob"`,
    at: '2026-01-01T00:00:00.000Z',
    reason,
  });
  await t.db.write((tx) => insertRows(tx, 'orderHistory', [buildRow('o-1', null), buildRow('o-2', 'why?')]));
  await t.db.write((tx) => insertRows(tx, 'orderHistory', [buildRow('o-3', 'a'), buildRow('o-4', null)]));
  await t.db.write((tx) => insertRows(tx, 'orderHistory', []));
  const rows = await t.db.read
    .selectFrom('orderHistory')
    .select(['orderId', 'from', 'byName', 'reason'])
    .orderBy('seq')
    .execute();
  const common = { from: null, byName: `O'Brien "Bob"` };
  expect(rows).toEqual([
    { orderId: 'o-1', ...common, reason: null },
    { orderId: 'o-2', ...common, reason: 'why?' },
    { orderId: 'o-3', ...common, reason: 'a' },
    { orderId: 'o-4', ...common, reason: null },
  ]);
});
