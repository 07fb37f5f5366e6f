import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Accounts } from '../shapes.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { journal, type Journal } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, ids.items.flour, 50, 1.37);
  await createOrderInStatus(t, 'Received');
  await createOrderInStatus(t, 'Shipped');
  const waste = { branch: ids.branch1, item: ids.items.flour, qty: 1, reason: 'spoiled' };
  expect((await t.as('admin').post('/wastage', waste)).status).toBe(201);
}, 60_000);
afterAll(() => t.close());

const period = 'from=2026-03-01&to=2026-03-31';
async function loadJournal(query = period): Promise<Journal> {
  const response = await t.as('admin').get(`/costing/journal?${query}&limit=500`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(journal).parse(response.body);
}
const buildRule = (account: string, side: string, fields: object = {}) =>
  ({ side, kind: null, category: null, place: null, account, ...fields }) as Accounts['rules'][number];

async function loadLedgerTotal(): Promise<number> {
  const moves = await t.db.read.selectFrom('stockMoves').select('valueE4').execute();
  return Number(moves.reduce((sum, { valueE4 }) => sum + BigInt(Math.abs(valueE4)), 0n)) / 1e4;
}

test('13.5: lists all postings as missing an account if there are no rules, and balances every document with rules', async () => {
  const withoutAccounts = await loadJournal();
  expect(withoutAccounts.debit).toBe(await loadLedgerTotal());
  expect(new Set(withoutAccounts.rows.map(({ account }) => account))).toEqual(new Set([null]));
  expect(withoutAccounts.missing.map(({ side }) => side)).toEqual(
    expect.arrayContaining(['stock', 'supplier', 'wastage']),
  );
  const rules = [
    buildRule('1400', 'stock'),
    buildRule('1410', 'stock', { place: ids.branch1 }),
    buildRule('2100', 'supplier'),
    buildRule('6100', 'wastage', { kind: 'waste' }),
  ];
  const stored = await t.as('admin').put('/costing/accounts', { rules });
  expect([stored.status, stored.text]).toEqual([200, stored.text]);
  const result = await loadJournal();
  expect(result).toMatchObject({ debit: withoutAccounts.debit, credit: withoutAccounts.debit });
  expect(result.missing.filter(({ side }) => ['stock', 'supplier', 'wastage'].includes(side))).toEqual([]);
  for (const lines of Map.groupBy(result.rows, ({ docId }) => docId).values()) {
    const sum = (side: 'debit' | 'credit') =>
      lines.reduce((total, line) => total + BigInt(Math.round((line[side] ?? 0) * 1e4)), 0n);
    expect(sum('debit')).toBe(sum('credit'));
  }
  const [waste] = Map.groupBy(
    result.rows.filter(({ docType }) => docType === 'wastage'),
    ({ docId }) => docId,
  ).values();
  expect(waste?.map(({ account, debit, credit }) => [account, debit === 0, credit === 0])).toEqual([
    ['6100', false, true],
    ['1410', true, false],
  ]);
});

test('13.5: exports the journal as a file, and excludes days outside the period', async () => {
  const result = await loadJournal();
  const file = await t
    .as('admin')
    .send('GET', `/costing/journal?${period}`, undefined, { accept: 'text/csv' });
  const lines = (file.text ?? '').trim().split('\r\n');
  expect(lines[0]).toContain('day,docType,docNo,account,debit,credit');
  expect(lines).toHaveLength(result.total + 1);
  const german = await t
    .as('admin')
    .send('GET', `/costing/journal?${period}`, undefined, { accept: 'text/csv; locale=de-DE' });
  expect(german.headers.get('content-type')).toBe('text/csv; charset=UTF-8; header=present; locale=de-DE');
  const [first] = result.rows;
  const [year, month, day] = (first?.day ?? '').split('-');
  expect((german.text ?? '').split('\r\n')[1]).toMatch(new RegExp(`^${day}\\.${month}\\.${year};`));
  expect(await loadJournal('from=2026-01-01&to=2026-02-01')).toMatchObject({
    total: 0,
    debit: 0,
    missing: [],
  });
});

test('13.5: a period that is read in many parts is complete across all pages', async () => {
  const result = await loadJournal();
  for (const days of ['from=2026-03-01&to=2027-12-31', 'from=1950-01-01&to=2049-12-31']) {
    const { total, debit, credit, rows, missing } = await loadJournal(days);
    expect({ total, debit, credit, rows, missing }).toEqual({
      total: result.total,
      debit: result.debit,
      credit: result.credit,
      rows: result.rows,
      missing: result.missing,
    });
  }
  const pages = await Promise.all(
    [1, 2].map((page) => t.as('admin').get(`/costing/journal?${period}&limit=3&page=${page}`)),
  );
  expect(pages.flatMap(({ body }) => body.rows)).toEqual(result.rows.slice(0, 6));
});

test('13.5: account rules require access to the whole business, and stale changes are rejected', async () => {
  expect((await t.as('branch').get(`/costing/journal?${period}`)).status).toBe(403);
  expect((await t.as('branch').put('/costing/accounts', { rules: [] })).status).toBe(403);
  const stale = await t.as('admin').send('PUT', '/costing/accounts', { rules: [] }, { 'if-match': '"0"' });
  expect(stale.status).toBe(412);
});
