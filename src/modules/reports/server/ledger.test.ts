import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Posting } from '#modules/stock/postings.ts';
import { withDialect } from '#platform/server/db/locking.ts';
import type { Db } from '#platform/server/db/types.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';

const movesPerDay = 3000;

const buildPosting = (day: string, index: number): Posting => ({
  itemId: index % 3 === 0 ? ids.items.bun : ids.items.flour,
  fromPlace: 'supplier',
  toPlace: ids.kitchen,
  qtyMicro: 1_000_000 + index,
  unitCostE4: 12_345,
  kind: 'receipt',
  docType: 'sales',
  docId: `long-${day}`,
  docLineId: `long-${day}-${index}`,
  lot: '',
  effectiveAt: `${day}T08:00:00.000Z`,
});

/**
 * Creates thousands of moves on three days, entered out of order, and an app that records how many rows are
 * read, in total and at most per statement.
 */
async function createLongLedger() {
  const t = await createTestApp();
  for (const day of ['2026-03-02', '2026-02-28', '2026-03-01']) {
    const postings = Array.from({ length: movesPerDay }, (_, index) => buildPosting(day, index));
    const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
    await t.db.write((tx) => postStockChange(tx, { postings }, context));
  }
  const batches = { rows: 0, maxBatch: 0 };
  const countBatches: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      batches.rows += result.rows.length;
      batches.maxBatch = Math.max(batches.maxBatch, result.rows.length);
      return result;
    },
  };
  const db: Db = { ...t.db, read: withDialect(t.db.read.withPlugin(countBatches), t.db.dialect) };
  const countingApp = await createTestApp({ db, isEmpty: true });
  const { token } = t.as('admin');
  const loadReport = async (accept: string, filter = '') => {
    const { body } = await countingApp.app.request(
      `/api/reports/ledger?from=2026-02-28&to=2026-03-02${filter}`,
      {
        headers: { accept, authorization: `Bearer ${token}` },
      },
    );
    const reader = body?.getReader();
    if (!reader) throw new Error('The file has no body');
    return reader;
  };
  return { t, batches, loadReport };
}

/** Waits until reading has stopped and returns the number of rows read. */
async function waitUntilSettled(batches: { rows: number }): Promise<number> {
  for (let [before, turns] = [-1, 0]; turns < 10; turns = batches.rows === before ? turns + 1 : 0) {
    before = batches.rows;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return batches.rows;
}

const moveCount = 3 * movesPerDay;

test.each([
  ['CSV', 'text/csv'],
  ['an Excel workbook', xlsxType],
])(
  'A12: the ledger as %s is streamed in batches of a few hundred rows, and only as far as it is consumed',
  async (_, accept) => {
    const { t, batches, loadReport } = await createLongLedger();
    const reader = await loadReport(accept);
    await reader.read();
    const rowsAfterFirst = await waitUntilSettled(batches);
    expect(rowsAfterFirst).toBeLessThan(moveCount / 3);
    expect(rowsAfterFirst).toBeGreaterThan(0);
    // A workbook begins with chunks without rows.
    for (let index = 0; index < 20 && batches.rows === rowsAfterFirst; index++) await reader.read();
    const rowsAfterMore = await waitUntilSettled(batches);
    expect(rowsAfterMore).toBeGreaterThan(rowsAfterFirst);
    expect(rowsAfterMore).toBeLessThan(moveCount / 2);
    await reader.cancel();
    expect(await waitUntilSettled(batches)).toBe(rowsAfterMore);
    expect(batches.maxBatch).toBeLessThanOrEqual(500);
    await t.close();
  },
);

test.each([
  ['everything', '', moveCount],
  ['one item', `&item=${ids.items.bun}`, moveCount / 3],
])(
  'A12: a ledger file of %s has each move once, by the day on which it happened',
  async (_, filter, rows) => {
    const { t, loadReport } = await createLongLedger();
    const reader = await loadReport('text/csv', filter);
    const chunks: Uint8Array[] = [];
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) chunks.push(chunk.value);
    const [header = '', ...lines] = new TextDecoder().decode(Buffer.concat(chunks)).trimEnd().split('\r\n');
    const columns = header.split(',');
    const cellRows = lines.map((line) => line.split(','));
    const days = cellRows.map((cells) => cells[columns.indexOf('day')] ?? '');
    const receipts = cellRows.map(
      (cells) => `${cells[columns.indexOf('day')]} ${cells[columns.indexOf('qtyIn')]}`,
    );
    expect(lines).toHaveLength(rows);
    expect(days).toEqual(days.toSorted());
    expect(new Set(receipts).size).toBe(rows);
    await t.close();
  },
);

test('the ledger of the last day of year 9999 can be read', async () => {
  const t = await createTestApp();
  const response = await t.as('admin').get('/reports/ledger?from=9999-12-31&to=9999-12-31');
  expect([response.status, response.body.rows]).toEqual([200, []]);
  await t.close();
});
