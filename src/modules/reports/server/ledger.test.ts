import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Posting } from '#modules/stock/postings.ts';
import { withDialect } from '#platform/server/db/locking.ts';
import type { Db } from '#platform/server/db/types.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';

const movesOfADay = 3000;

const posting = (day: string, nth: number): Posting => ({
  itemId: nth % 3 === 0 ? ids.items.bun : ids.items.flour,
  fromPlace: 'supplier',
  toPlace: ids.kitchen,
  qtyMicro: 1_000_000 + nth,
  unitCostE4: 12_345,
  kind: 'receipt',
  docType: 'sales',
  docId: `long-${day}`,
  docLineId: `long-${day}-${nth}`,
  lot: '',
  effectiveAt: `${day}T08:00:00.000Z`,
});

/**
 * Thousands of moves on three days, in another order of entry; records how many rows are read, at most per
 * statement.
 */
async function openLongBusiness() {
  const t = await createTestApp();
  for (const day of ['2026-03-02', '2026-02-28', '2026-03-01']) {
    const postings = Array.from({ length: movesOfADay }, (_, nth) => posting(day, nth));
    const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
    await t.db.write((tx) => postStockChange(tx, { postings }, context));
  }
  const read = { rows: 0, mostAtOnce: 0 };
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.rows += result.rows.length;
      read.mostAtOnce = Math.max(read.mostAtOnce, result.rows.length);
      return result;
    },
  };
  const db: Db = { ...t.db, read: withDialect(t.db.read.withPlugin(counting), t.db.dialect) };
  const counted = await createTestApp({ db, isEmpty: true });
  const { token } = t.as('admin');
  const loadReport = async (accept: string, more = '') => {
    const { body } = await counted.app.request(`/api/reports/ledger?from=2026-02-28&to=2026-03-02${more}`, {
      headers: { accept, authorization: `Bearer ${token}` },
    });
    const reader = body?.getReader();
    if (!reader) throw new Error('The file has no body');
    return reader;
  };
  return { t, read, askFor: loadReport };
}

/** Number of rows read once reading has stopped. */
async function settled(read: { rows: number }): Promise<number> {
  for (let [before, turns] = [-1, 0]; turns < 10; turns = read.rows === before ? turns + 1 : 0) {
    before = read.rows;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return read.rows;
}

const moveCount = 3 * movesOfADay;

test.each([
  ['CSV', 'text/csv'],
  ['an Excel workbook', xlsxType],
])(
  'A12: the ledger as %s is read as it is consumed, a few hundred rows at a time, and no further',
  async (_, accept) => {
    const { t, read, askFor } = await openLongBusiness();
    const reader = await askFor(accept);
    await reader.read();
    const afterOne = await settled(read);
    expect(afterOne).toBeLessThan(moveCount / 3);
    expect(afterOne).toBeGreaterThan(0);
    // A workbook begins with chunks without rows.
    for (let nth = 0; nth < 20 && read.rows === afterOne; nth++) await reader.read();
    const afterMore = await settled(read);
    expect(afterMore).toBeGreaterThan(afterOne);
    expect(afterMore).toBeLessThan(moveCount / 2);
    await reader.cancel();
    expect(await settled(read)).toBe(afterMore);
    expect(read.mostAtOnce).toBeLessThanOrEqual(500);
    await t.close();
  },
);

test.each([
  ['everything', '', moveCount],
  ['one item', `&item=${ids.items.bun}`, moveCount / 3],
])('A12: a ledger file of %s has each move once, by the day on which it happened', async (_, more, rows) => {
  const { t, askFor } = await openLongBusiness();
  const reader = await askFor('text/csv', more);
  const pieces: Uint8Array[] = [];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
  const [head = '', ...lines] = new TextDecoder().decode(Buffer.concat(pieces)).trimEnd().split('\r\n');
  const columns = head.split(',');
  const outcome = lines.map((line) => line.split(','));
  const days = outcome.map((cells) => cells[columns.indexOf('day')] ?? '');
  const receipts = outcome.map(
    (cells) => `${cells[columns.indexOf('day')]} ${cells[columns.indexOf('came')]}`,
  );
  expect(lines).toHaveLength(rows);
  expect(days).toEqual(days.toSorted());
  expect(new Set(receipts).size).toBe(rows);
  await t.close();
});

test('the ledger of the last four-digit year ends', async () => {
  const t = await createTestApp();
  const response = await t.as('admin').get('/reports/ledger?from=9999-12-31&to=9999-12-31');
  expect([response.status, response.body.rows]).toEqual([200, []]);
  await t.close();
});
