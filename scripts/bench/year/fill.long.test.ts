import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Queryable } from '#platform/server/db/types.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { fillYear } from './fill.ts';

const options = { size: 'small', lastDay: '2026-03-03', days: 12 } as const;

/** Returns totals of a business: of its stock, its documents and the goods in transit. */
async function loadTotals(db: Queryable): Promise<unknown> {
  const { rows } = await sql<{ label: string; total: unknown }>`
    select 'stock' as label, sum("valueE4") as total from balances
    union all select 'moved', sum("qtyMicro" / 1000) from "stockMoves"
    union all select 'lines', count(*) from "orderLines"
    union all select 'short', count(*) from "orderLines" where "shippedQtyMicro" < "orderQtyMicro"
    union all select 'in transit', count(*) from orders where status = 'Shipped'
    union all select 'late', count(*) from orders where "receivedDay" > "deliveryDate"
    union all select 'bought', sum("landedValueE4") from "goodsReceipts"
    union all select 'wasted', sum("costE4") from wastage
    union all select 'sold', sum("netE4") from "saleDays"
    union all select 'lots', count(*) from "lotBalances"
    union all select 'produced', sum("valueE4") from "productionBatches"
    union all select 'transferred', sum("valueE4") from transfers
    union all select 'counted', count(*) from "stockCountLines"
    union all select 'count variance', sum("netE4") from "stockCounts"
    union all select 'invoiced', sum("goodsValueE4") from "supplierInvoices"
    union all select 'price differences', sum("stockDifferenceE4" + "varianceE4") from "supplierInvoices"
    union all select 'not invoiced', count(*) from "goodsReceiptLines" where "billedQtyMicro" < "qtyMicro"
    union all select 'discrepancies', count(*) from discrepancies
    union all select 'open discrepancies', count(*) from discrepancies where status = 'Open'`.execute(db);
  return rows.map(({ label, total }) => [label, Number(total)]);
}

/** Compares totals, which must be equal on both engines and for each run. */
test('a generated history passes every invariant, and is the same for the same seed', async () => {
  const [first, repeated, other] = [await createTestApp(), await createTestApp(), await createTestApp()];
  try {
    const filled = await fillYear(first.db, options);
    expect(await reconcile(first.db.read)).toEqual([]);
    expect(filled).toMatchObject({ firstDay: '2026-02-20', orders: 120, lines: 7200 });
    expect(filled.branches).toHaveLength(10);
    expect(filled.items).toHaveLength(300);

    expect(await fillYear(repeated.db, options)).toEqual(filled);
    const totals = await loadTotals(first.db.read);
    expect(await loadTotals(repeated.db.read)).toEqual(totals);
    expect(totals).toMatchInlineSnapshot(`
      [
        [
          "stock",
          7911638207,
        ],
        [
          "moved",
          1161890331,
        ],
        [
          "lines",
          7200,
        ],
        [
          "short",
          117,
        ],
        [
          "in transit",
          10,
        ],
        [
          "late",
          1,
        ],
        [
          "bought",
          16725269304,
        ],
        [
          "wasted",
          4347254,
        ],
        [
          "sold",
          28223536000,
        ],
        [
          "lots",
          1759,
        ],
        [
          "produced",
          1573892901,
        ],
        [
          "transferred",
          12922839,
        ],
        [
          "counted",
          743,
        ],
        [
          "count variance",
          -289786,
        ],
        [
          "invoiced",
          14514987390,
        ],
        [
          "price differences",
          21092757,
        ],
        [
          "not invoiced",
          125,
        ],
        [
          "discrepancies",
          15,
        ],
        [
          "open discrepancies",
          6,
        ],
      ]
    `);

    // Spans the end of a year, at which document numbers restart.
    await fillYear(other.db, { ...options, seed: 2, lastDay: '2026-01-07' });
    expect(await reconcile(other.db.read)).toEqual([]);
    expect(await loadTotals(other.db.read)).not.toEqual(totals);
  } finally {
    for (const app of [first, repeated, other]) await app.close();
  }
});

const documents = [
  '/orders',
  '/goods-receipts',
  '/supplier-invoices',
  '/production-batches',
  '/stock-counts',
  '/wastage',
];

test('orders can be created after the end of a history', async () => {
  const t = await createTestApp();
  try {
    const { items } = await fillYear(t.db, { ...options, days: 3 });
    const created = await t
      .as('branch')
      .post('/orders', { deliveryDate: '2026-03-06', items: [{ itemId: items[0], orderQty: 4 }] });
    expect(created).toMatchObject({ status: 201, body: { orderNo: 'ORD-2026-000031' } });
    const admin = t.as('admin');
    for (const path of documents) {
      const { body } = await admin.get(path);
      const [row] = body.orders ?? body;
      expect(await admin.get(`${path}/${row._id}`), path).toMatchObject({ status: 200 });
    }
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});
