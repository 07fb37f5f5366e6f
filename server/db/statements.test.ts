import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { ids } from '../testing/ids.ts';
import { insertRows, statement } from './statements.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('a statement takes the arguments of each call, lists of any length among them', async () => {
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
});

test('more rows than one statement has room for go in, and replace those that are there', async () => {
  const rows = (lastDue: string) =>
    Array.from({ length: 20_000 }, (_, at) => ({ name: `many-${at}`, lastDue }));
  for (const lastDue of ['first', 'second'])
    await t.db.write((tx) => insertRows(tx, 'jobSchedules', rows(lastDue), { key: ['name'] }));
  const kept = await t.db.read
    .selectFrom('jobSchedules')
    .select((eb) => ['lastDue', eb.fn.countAll<number>().as('count')])
    .where('name', 'like', 'many-%')
    .groupBy('lastDue')
    .execute();
  expect(kept.map(({ lastDue, count }) => [lastDue, Number(count)])).toEqual([['second', 20_000]]);
});

test('rows go in as they are, nulls and quotes too', async () => {
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
