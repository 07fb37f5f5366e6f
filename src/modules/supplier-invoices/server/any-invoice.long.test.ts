import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Accrual } from '../shapes.ts';
import { toE4 } from '#core/money.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import {
  sumAccruals,
  buildAccrualsResponse,
  listAccruals,
  computeOpenAccrualValue,
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
const nextNumber = () => (itemCount += 1);

async function expectOk(call: ReturnType<ReturnType<TestApp['as']>['post']>) {
  const response = await call;
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
}

type Step = {
  action: 'receipt' | 'invoice';
  qty: number;
  price: number;
  isUndone: boolean;
  /** In cents, allocated by weight. */
  freight: number;
  /** Quantity of free goods (a different item) on the same receipt. */
  free: number;
};

/** Parts that add up to twelve. */
const parts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }).map((sizes) => {
  const partSizes: number[] = [];
  for (const part of [...sizes, 12]) {
    const remaining = 12 - partSizes.reduce((sum, qty) => sum + qty, 0);
    if (remaining > 0) partSizes.push(Math.min(part, remaining));
  }
  return partSizes;
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
  .chain(([receipts, billed, prices, undone, charges]) => {
    const toSteps = (action: Step['action'], quantities: number[]) =>
      quantities.map((qty, index) => {
        const [freight, free] = charges[action === 'receipt' ? index : index + 8] ?? [0, 0];
        return {
          action,
          qty,
          price: prices[index] ?? 1,
          isUndone: undone[index] ?? false,
          freight,
          free,
        };
      });
    const steps = [...toSteps('receipt', receipts), ...toSteps('invoice', billed)];
    return fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length });
  });

it('B8, B12: any order of partial receipts, invoices and credits ends with the same balances', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(8), async (order, creditAfter) => {
      const [branch, admin] = [t.as('branch'), t.as('admin')];
      const run = nextNumber();
      const createItem = (code: string) =>
        expectOk(
          admin.post('/items', {
            name: `${code} ${run}`,
            itemCode: `${code}${run}`,
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
      const postInvoice = async (
        line: object,
        total: number,
        kind: 'invoice' | 'credit',
        freight: number | null = null,
      ) => {
        const body = {
          kind,
          supplier: mill,
          number: `ANY-${nextNumber()}`,
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
      /** Finds a receipt line with a billed quantity, since only those can be credited. */
      const findBilledLine = async (): Promise<string | null> => {
        for (const id of receipts) {
          const [line] = (await expectOk(branch.get(`/goods-receipts/${id}`))).items;
          if (line.billedQty >= 1) return line.lineId;
        }
        return null;
      };
      for (const [step, { action, qty, price: unitPrice, isUndone, freight, free }] of order.entries()) {
        if (action === 'receipt') {
          const receipt = await expectOk(
            branch.post('/goods-receipts', {
              purchaseOrder: sent._id,
              freight: freight / 100,
              spreadBy: 'weight',
              items: [
                { poLineId, qty, price: unitPrice, reason: 'Any' },
                ...(free > 0 ? [{ itemId: gift._id, qty: 0, freeQty: free, price: 0 }] : []),
              ],
            }),
          );
          receipts.push(receipt._id);
          gifts += free;
        } else {
          const total = Math.round(qty * unitPrice * 100) / 100;
          if (isUndone) {
            const wrongPrice = Math.round(unitPrice * 100 + 100) / 100;
            const billed = Math.round(qty * wrongPrice * 100) / 100;
            const wrongInvoice = await postInvoice(
              { poLineId, qty, price: wrongPrice },
              billed,
              'invoice',
              freight,
            );
            const change = { status: 'Reversed', transitionReason: 'Wrong price' };
            await expectOk(branch.patch(`/supplier-invoices/${wrongInvoice._id}`, change));
          }
          await postInvoice({ poLineId, qty, price: unitPrice }, total, 'invoice', freight);
          freights += freight;
          invoiced += Math.round(total * 100);
        }
        // Credits one cent of a billed price, either between invoices and receipts or after all of them.
        const receiptLineId = step >= creditAfter && !isCredited ? await findBilledLine() : null;
        if (receiptLineId !== null) {
          await postInvoice({ receiptLineId, qty: 1, price: 0.01 }, 0.01, 'credit');
          isCredited = true;
          invoiced -= 1;
        }
      }
      const finalOrder = await expectOk(branch.get(`/purchase-orders/${sent._id}`));
      expect(finalOrder).toMatchObject({
        receivedStatus: 'Received',
        billedByQuantity: 'Billed',
        billedByAmount: 'Billed',
      });
      expect(Math.round(finalOrder.items[0].billedValue * 100)).toBe(invoiced);
      const itemIds = [item._id, gift._id];
      const balances = await t.db.read
        .selectFrom('balances')
        .selectAll()
        .where('itemId', 'in', itemIds)
        .where('placeId', '=', ids.branch1)
        .execute();
      const sum = (key: 'onHandMicro' | 'valueE4') => balances.reduce((total, row) => total + row[key], 0);
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

const marchDay = fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`);

const reversedDay = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: marchDay });

it('row 25: accruals equal the sum of their lines at the end of any day', async () => {
  const matchIds = await t.db.read
    .selectFrom('invoiceMatches')
    .select('matchId')
    .orderBy('matchId')
    .execute();
  const lines = await t.db.read.selectFrom('goodsReceiptLines').select('lineId').orderBy('lineId').execute();
  expect(matchIds.length).toBeGreaterThan(0);
  let nonZeroCount = 0;
  const bounds = { minLength: matchIds.length + lines.length, maxLength: matchIds.length + lines.length };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ day: marchDay, reversedDay, variant: fc.integer({ min: 0, max: 7 }) }), bounds),
      async (changes) => {
        const sums = await t.db
          .write(async (tx) => {
            const getChange = (index: number) =>
              changes[index] ?? { day: '2026-03-04', reversedDay: null, variant: 0 };
            for (const [index, { matchId }] of matchIds.entries())
              await tx
                .updateTable('invoiceMatches')
                .set((eb) => ({
                  businessDay: getChange(index).day,
                  reversedDay: getChange(index).reversedDay,
                  // The receipts' charges are replaced below.
                  releasedChargeE4: 0,
                  // Negative, as for a credit of goods.
                  qtyMicro: getChange(index).variant < 2 ? eb.neg(eb.ref('qtyMicro')) : eb.ref('qtyMicro'),
                }))
                .where('matchId', '=', matchId)
                .execute();
            for (const [index, { lineId }] of lines.entries()) {
              const { variant } = getChange(matchIds.length + index);
              await tx
                .updateTable('goodsReceiptLines')
                .set({ chargeE4: variant === 6 ? 50_000 : 0, isReversed: variant === 7 ? 1 : 0 })
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
              .set({ businessDay: getChange(0).day })
              .execute();
            const checkedDays: [string | undefined, bigint, bigint][] = [];
            for (const asOf of [undefined, '2026-03-01', '2026-03-03', '2026-03-05', '2026-03-07']) {
              const rows = await listAccruals(tx, testAdmin, { asOf });
              const listed = rows.reduce(
                (sum, { openValue, openCharge }) => sum + BigInt(toE4(openValue) + toE4(openCharge)),
                0n,
              );
              checkedDays.push([asOf, await computeOpenAccrualValue(tx, testAdmin, { asOf }), listed]);
              await expectSameAsList(tx, asOf, rows);
            }
            throw Object.assign(new Error('rolled back'), { checkedDays });
          })
          .catch((error: { checkedDays?: [string | undefined, bigint, bigint][] }) => {
            if (error.checkedDays === undefined) throw error;
            return error.checkedDays;
          });
        expect(sums).toHaveLength(5);
        for (const [asOf, sum, listed] of sums) {
          if (listed !== 0n) nonZeroCount++;
          expect([asOf, sum]).toEqual([asOf, listed]);
        }
      },
    ),
    { numRuns: getCaseCount(60) },
  );
  expect(nonZeroCount).toBeGreaterThan((getCaseCount(60) * 2) / 3);
}, 120_000);

/** Asserts that pages in any order, the stream and the totals agree with the rows of the list. */
async function expectSameAsList(
  tx: Queryable,
  asOf: string | undefined,
  rows: readonly Accrual[],
): Promise<void> {
  const sumE4 = (select: (row: Accrual) => number) =>
    rows.reduce((sum, row) => sum + BigInt(toE4(select(row))), 0n);
  expect(await sumAccruals(tx, testAdmin, { asOf })).toEqual({
    lines: rows.length,
    goodsE4: sumE4(({ openValue }) => openValue),
    chargesE4: sumE4(({ openCharge }) => openCharge),
  });
  expect((await Array.fromAsync(streamAccruals(tx, testAdmin, { asOf }))).flat()).toEqual(rows);
  for (const [q, count] of [
    [rows[0]?.receiptNo.toLowerCase() ?? '', rows.length === 0 ? 0 : null],
    [rows[0]?.supplierName.toUpperCase() ?? '', rows.length],
    [
      rows[0]?.itemName ?? '',
      rows.filter(({ itemName }) => itemName.includes(rows[0]?.itemName ?? '')).length,
    ],
    ['no such name', 0],
  ] as const) {
    const { body, headers } = await buildAccrualsResponse(tx, testAdmin, {
      asOf,
      q,
      sort: 'day',
      page: 1,
      limit: 500,
    });
    if (count !== null) expect([q, headers?.['x-total-count']]).toEqual([q, String(count)]);
    expect([q, headers?.['x-total-count']]).toEqual([q, String((body as Accrual[]).length)]);
  }
  const openTotal = ({ openValue, openCharge }: Accrual) => toE4(openValue) + toE4(openCharge);
  for (const sort of ['day', '-value'] as const) {
    const listedAccruals: Accrual[] = [];
    for (let page = 1; page <= Math.ceil(rows.length / 2); page++) {
      const { body, headers } = await buildAccrualsResponse(tx, testAdmin, { asOf, sort, page, limit: 2 });
      expect(headers?.['x-total-count']).toBe(String(rows.length));
      listedAccruals.push(...(body as Accrual[]));
    }
    const getIds = (accruals: readonly Accrual[]) => accruals.map(({ receiptLineId }) => receiptLineId);
    expect(getIds(listedAccruals).toSorted()).toEqual(getIds(rows).toSorted());
    // Matches posted before a line had charges were computed from different shares, so the order of these
    // lines isn't fixed.
    const withoutCharges = listedAccruals.filter(({ openCharge }) => openCharge === 0);
    if (sort === 'day') expect(listedAccruals).toEqual(rows);
    else expect(withoutCharges).toEqual(withoutCharges.toSorted((a, b) => openTotal(b) - openTotal(a)));
  }
}
