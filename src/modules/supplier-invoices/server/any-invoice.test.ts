import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Accrual } from '../shapes.ts';
import { toE4 } from '#core/money.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { caseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import {
  totalAccruals,
  accrualsResponse,
  listAccruals,
  openAccrualValue,
  streamAccruals,
} from './accruals.ts';

let t: TestApp;
let mill: string;

beforeAll(async () => {
  t = await createTestApp();
  mill = await createSupplier(t);
});
afterAll(() => t.close());

let itemCount = 0;
const next = () => (itemCount += 1);

async function expectOk(call: ReturnType<ReturnType<TestApp['as']>['post']>) {
  const response = await call;
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
}

type Step = {
  what: 'receipt' | 'invoice';
  qty: number;
  price: number;
  isUndone: boolean;
  /** In cents, allocated by weight. */
  freight: number;
  /** Free goods of another item on the same receipt. */
  free: number;
};

/** Parts that add up to twelve. */
const parts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }).map((sizes) => {
  const stored: number[] = [];
  for (const part of [...sizes, 12]) {
    const remaining = 12 - stored.reduce((sum, qty) => sum + qty, 0);
    if (remaining > 0) stored.push(Math.min(part, remaining));
  }
  return stored;
});
const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    parts,
    parts,
    fc.array(price, { minLength: 8, maxLength: 8 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.nat(5_000)), fc.constantFrom(0, 0, 2)), {
      minLength: 16,
      maxLength: 16,
    }),
  )
  .chain(([receipts, billed, prices, undone, more]) => {
    const toSteps = (what: Step['what'], quantities: number[]) =>
      quantities.map((qty, at) => {
        const [freight, free] = more[what === 'receipt' ? at : at + 8] ?? [0, 0];
        return { what, qty, price: prices[at] ?? 1, isUndone: undone[at] ?? false, freight, free };
      });
    const all = [...toSteps('receipt', receipts), ...toSteps('invoice', billed)];
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

it('B8, B12: any order of partial receipts, invoices and credits ends with the same balances', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(8), async (order, creditAfter) => {
      const [branch, admin] = [t.as('branch'), t.as('admin')];
      const draw = next();
      const createItem = (code: string) =>
        expectOk(
          admin.post('/items', {
            name: `${code} ${draw}`,
            itemCode: `${code}${draw}`,
            kind: 'raw',
            category: ids.category,
            baseUnit: ids.units.kg,
            orderUnit: ids.units.kg,
          }),
        );
      const [item, gift] = [await createItem('ANY'), await createItem('GIFT')];
      const draft = await expectOk(
        branch.post('/purchase-orders', {
          supplier: mill,
          items: [{ itemId: item._id, qty: 12, price: 7.77 }],
        }),
      );
      const sent = await expectOk(branch.patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }));
      const poLineId = sent.items[0].lineId;
      const bill = async (
        line: object,
        total: number,
        kind: 'invoice' | 'credit',
        freight: number | null = null,
      ) => {
        const body = {
          kind,
          supplier: mill,
          number: `ANY-${next()}`,
          date: '2026-03-04',
          total: Math.round(total * 100 + (freight ?? 0)) / 100,
          freight: freight === null ? null : freight / 100,
          items: [line],
        };
        const entered = await expectOk(branch.post('/supplier-invoices', body));
        const change = { status: 'Posted', transitionReason: 'Any' };
        return expectOk(branch.patch(`/supplier-invoices/${entered._id}`, change));
      };
      let [invoiced, freights, gifts] = [0, 0, 0];
      const receipts: string[] = [];
      let isCredited = false;
      /** A receipt line with a billed quantity: only that can be credited. */
      const billedLine = async (): Promise<string | null> => {
        for (const id of receipts) {
          const [line] = (await expectOk(branch.get(`/goods-receipts/${id}`))).items;
          if (line.billedQty >= 1) return line.lineId;
        }
        return null;
      };
      for (const [step, { what, qty, price: at, isUndone, freight, free }] of order.entries()) {
        if (what === 'receipt') {
          const receipt = await expectOk(
            branch.post('/goods-receipts', {
              purchaseOrder: sent._id,
              freight: freight / 100,
              spreadBy: 'weight',
              items: [
                { poLineId, qty, price: at, reason: 'Any' },
                ...(free > 0 ? [{ itemId: gift._id, qty: 0, freeQty: free, price: 0 }] : []),
              ],
            }),
          );
          receipts.push(receipt._id);
          gifts += free;
        } else {
          const total = Math.round(qty * at * 100) / 100;
          if (isUndone) {
            const dearer = Math.round(at * 100 + 100) / 100;
            const billed = Math.round(qty * dearer * 100) / 100;
            const wrong = await bill({ poLineId, qty, price: dearer }, billed, 'invoice', freight);
            const change = { status: 'Reversed', transitionReason: 'Wrong price' };
            await expectOk(branch.patch(`/supplier-invoices/${wrong._id}`, change));
          }
          await bill({ poLineId, qty, price: at }, total, 'invoice', freight);
          freights += freight;
          invoiced += Math.round(total * 100);
        }
        // One cent off the price of something billed, between the invoices and receipts or after all of them.
        const receiptLineId = step >= creditAfter && !isCredited ? await billedLine() : null;
        if (receiptLineId !== null) {
          await bill({ receiptLineId, qty: 1, price: 0.01 }, 0.01, 'credit');
          isCredited = true;
          invoiced -= 1;
        }
      }
      const bought = await expectOk(branch.get(`/purchase-orders/${sent._id}`));
      expect(bought).toMatchObject({
        receivedStatus: 'Received',
        billedByQuantity: 'Billed',
        billedByAmount: 'Billed',
      });
      expect(Math.round(bought.items[0].billedValue * 100)).toBe(invoiced);
      const itemIds = [item._id, gift._id];
      const balances = await t.db.read
        .selectFrom('balances')
        .selectAll()
        .where('itemId', 'in', itemIds)
        .where('placeId', '=', ids.branch1)
        .execute();
      const sum = (key: 'onHandMicro' | 'valueE4') => balances.reduce((all, row) => all + row[key], 0);
      expect([sum('onHandMicro'), sum('valueE4')]).toEqual([
        (12 + gifts) * 1_000_000,
        (invoiced + freights) * 100,
      ]);
      const accruals = await expectOk(branch.get('/supplier-invoices/accruals'));
      expect(accruals.filter(({ itemId }: { itemId: string }) => itemIds.includes(itemId))).toEqual([]);
    }),
    { numRuns: 6 },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
}, 240_000);

const march = fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`);

const later = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: march });

it('row 25: accruals equal the sum of their lines at the end of any day', async () => {
  const matchIds = await t.db.read
    .selectFrom('invoiceMatches')
    .select('matchId')
    .orderBy('matchId')
    .execute();
  const lines = await t.db.read.selectFrom('goodsReceiptLines').select('lineId').orderBy('lineId').execute();
  expect(matchIds.length).toBeGreaterThan(0);
  let result = 0;
  const bounds = { minLength: matchIds.length + lines.length, maxLength: matchIds.length + lines.length };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ day: march, later, of: fc.integer({ min: 0, max: 7 }) }), bounds),
      async (changes) => {
        const sums = await t.db
          .write(async (tx) => {
            const change = (at: number) => changes[at] ?? { day: '2026-03-04', later: null, of: 0 };
            for (const [at, { matchId }] of matchIds.entries())
              await tx
                .updateTable('invoiceMatches')
                .set((eb) => ({
                  businessDay: change(at).day,
                  reversedDay: change(at).later,
                  // The charges of the receipts are replaced below.
                  releasedChargeE4: 0,
                  // As for a credit of goods.
                  qtyMicro: change(at).of < 2 ? eb.neg(eb.ref('qtyMicro')) : eb.ref('qtyMicro'),
                }))
                .where('matchId', '=', matchId)
                .execute();
            for (const [at, { lineId }] of lines.entries()) {
              const { of } = change(matchIds.length + at);
              await tx
                .updateTable('goodsReceiptLines')
                .set({ chargeE4: of === 6 ? 50_000 : 0, isReversed: of === 7 ? 1 : 0 })
                .set((eb) => ({
                  billedQtyMicro: sql<number>`coalesce((select sum(m.${sql.ref('qtyMicro')})
                    from ${sql.table('invoiceMatches')} as m where m.${sql.ref('reversedDay')} is null
                      and m.${sql.ref('receiptLineId')} = ${eb.ref('goodsReceiptLines.lineId')}), 0)`,
                }))
                .where('lineId', '=', lineId)
                .execute();
            }
            await tx
              .updateTable('goodsReceipts')
              .set({ businessDay: change(0).day })
              .execute();
            const found: [string | undefined, bigint, bigint][] = [];
            for (const asOf of [undefined, '2026-03-01', '2026-03-03', '2026-03-05', '2026-03-07']) {
              const rows = await listAccruals(tx, testAdmin, { asOf });
              const listed = rows.reduce(
                (sum, { openValue, openCharge }) => sum + BigInt(toE4(openValue) + toE4(openCharge)),
                0n,
              );
              found.push([asOf, await openAccrualValue(tx, testAdmin, { asOf }), listed]);
              await asListed(tx, asOf, rows);
            }
            throw Object.assign(new Error('nothing of it stays'), { found });
          })
          .catch((error: { found?: [string | undefined, bigint, bigint][] }) => {
            if (error.found === undefined) throw error;
            return error.found;
          });
        expect(sums).toHaveLength(5);
        for (const [asOf, sum, listed] of sums) {
          if (listed !== 0n) result++;
          expect([asOf, sum]).toEqual([asOf, listed]);
        }
      },
    ),
    { numRuns: caseCount(60) },
  );
  expect(result).toBeGreaterThan((caseCount(60) * 2) / 3);
}, 120_000);

/** Pages in any order, the stream and the totals agree with the rows of the list. */
async function asListed(tx: Queryable, asOf: string | undefined, rows: readonly Accrual[]): Promise<void> {
  const e4 = (read: (row: Accrual) => number) => rows.reduce((sum, row) => sum + BigInt(toE4(read(row))), 0n);
  expect(await totalAccruals(tx, testAdmin, { asOf })).toEqual({
    lines: rows.length,
    goodsE4: e4(({ openValue }) => openValue),
    chargesE4: e4(({ openCharge }) => openCharge),
  });
  expect((await Array.fromAsync(streamAccruals(tx, testAdmin, { asOf }))).flat()).toEqual(rows);
  for (const [q, count] of [
    [rows[0]?.receiptNo.toLowerCase() ?? '', rows.length === 0 ? 0 : null],
    [rows[0]?.supplierName.toUpperCase() ?? '', rows.length],
    [
      rows[0]?.itemName ?? '',
      rows.filter(({ itemName }) => itemName.includes(rows[0]?.itemName ?? '')).length,
    ],
    ['nothing is called that', 0],
  ] as const) {
    const { body, headers } = await accrualsResponse(tx, testAdmin, {
      asOf,
      q,
      sort: 'day',
      page: 1,
      limit: 500,
    });
    if (count !== null) expect([q, headers?.['x-total-count']]).toEqual([q, String(count)]);
    expect([q, headers?.['x-total-count']]).toEqual([q, String((body as Accrual[]).length)]);
  }
  const worth = ({ openValue, openCharge }: Accrual) => toE4(openValue) + toE4(openCharge);
  for (const sort of ['day', '-value'] as const) {
    const paged: Accrual[] = [];
    for (let page = 1; page <= Math.ceil(rows.length / 2); page++) {
      const { body, headers } = await accrualsResponse(tx, testAdmin, { asOf, sort, page, limit: 2 });
      expect(headers?.['x-total-count']).toBe(String(rows.length));
      paged.push(...(body as Accrual[]));
    }
    const ids = (accruals: readonly Accrual[]) => accruals.map(({ receiptLineId }) => receiptLineId);
    expect(ids(paged).toSorted()).toEqual(ids(rows).toSorted());
    // Matches posted before a line got charges were computed from other shares, so the order of these lines
    // is not fixed.
    const plain = paged.filter(({ openCharge }) => openCharge === 0);
    if (sort === 'day') expect(paged).toEqual(rows);
    else expect(plain).toEqual(plain.toSorted((a, b) => worth(b) - worth(a)));
  }
}
