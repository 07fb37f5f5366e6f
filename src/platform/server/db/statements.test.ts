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
  const found = statement((db, names: string[], isActive: 0 | 1) =>
    db
      .selectFrom('items')
      .select('name')
      .where('_id', 'in', names)
      .where('isActive', '=', isActive)
      .orderBy('name'),
  );
  const { flour, milk, tomato } = ids.items;
  expect(await found(t.db.read, [flour], 1)).toEqual([{ name: 'Bread flour' }]);
  expect(await found(t.db.read, [milk], 1)).toEqual([{ name: 'Whole milk' }]);
  expect(await found(t.db.read, [milk, tomato], 1)).toEqual([{ name: 'Tomato' }, { name: 'Whole milk' }]);
  expect(await found(t.db.read, [milk, tomato], 0)).toEqual([]);
  expect(await found(t.db.read, [], 1)).toEqual([]);
  const others = statement((db, names: string[]) =>
    db.selectFrom('items').select('_id').where('_id', 'not in', names).where('_id', 'in', [flour, milk]),
  );
  expect(await others(t.db.read, [milk, tomato])).toEqual([{ _id: flour }]);
});

/** Runs `work` on a reader that records the text of each query. */
async function textsOf(work: (db: Reader) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { read } = t.db;
  const noting = new Proxy(read, {
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
  await work(noting);
  return texts;
}

test('lists of every length share one compiled text, so that memory is bounded by the code and not by the data', async () => {
  const byIds = statement((db, names: string[]) =>
    db.selectFrom('items').select('_id').where('_id', 'in', names),
  );
  const byPairs = statement((db, pairs: string) =>
    db
      .selectFrom('balances')
      .select('onHandMicro')
      .where(sql<boolean>`(${sql.ref('placeId')}, ${sql.ref('itemId')}) in ${jsonRows(db, pairs, 2)}`),
  );
  const texts = await textsOf(async (db) => {
    for (let length = 1; length <= 50; length += 1) {
      const names = Array.from({ length }, (_, at) => `item-${at}`);
      await byIds(db, names);
      await byPairs(db, JSON.stringify(names.map((name) => [name, name])));
    }
  });
  expect(texts).toHaveLength(100);
  expect(new Set(texts).size).toBe(2);
});

test('inserts any number of rows with a few texts on SQLite, which caches each as a prepared statement', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `text-${at}`, lastDue: String(count) }));
  const texts = await textsOf(async (db) => {
    for (let count = 1; count <= 100; count += 1)
      await insertRows(db, 'jobSchedules', rows(count), { key: ['name'] });
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
  const rows = (lastDue: string) =>
    Array.from({ length: 20_000 }, (_, at) => ({ name: `many-${at}`, lastDue }));
  for (const lastDue of ['first', 'second'])
    await t.db.write((tx) => insertRows(tx, 'jobSchedules', rows(lastDue), { key: ['name'] }));
  const stored = await t.db.read
    .selectFrom('jobSchedules')
    .select((eb) => ['lastDue', eb.fn.countAll<number>().as('count')])
    .where('name', 'like', 'many-%')
    .groupBy('lastDue')
    .execute();
  expect(stored.map(({ lastDue, count }) => [lastDue, Number(count)])).toEqual([['second', 20_000]]);
});

test('inserts rows unchanged, including nulls and quotes', async () => {
  const row = (orderId: string, reason: string | null) => ({
    orderId,
    from: null,
    to: 'Draft',
    by: 'b',
    byName: `O'Brien "Bob"`,
    at: '2026-01-01T00:00:00.000Z',
    reason,
  });
  await t.db.write((tx) => insertRows(tx, 'orderHistory', [row('o-1', null), row('o-2', 'why?')]));
  await t.db.write((tx) => insertRows(tx, 'orderHistory', [row('o-3', 'a'), row('o-4', null)]));
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
