import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '../reconcile/reconcile.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { seller } from '../../testing/document-samples.ts';
import { ids } from '../../testing/ids.ts';

let t: TestApp;
let mill: string;

beforeAll(async () => {
  t = await createTestApp();
  mill = await seller(t);
});
afterAll(() => t.close());

let made = 0;
const next = () => (made += 1);

async function ok(call: ReturnType<ReturnType<TestApp['as']>['post']>) {
  const answer = await call;
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

type Step = { what: 'receipt' | 'invoice'; qty: number; price: number; isUndone: boolean };

/** Parts that add up to twelve. */
const parts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }).map((some) => {
  const kept: number[] = [];
  for (const part of [...some, 12]) {
    const left = 12 - kept.reduce((sum, one) => sum + one, 0);
    if (left > 0) kept.push(Math.min(part, left));
  }
  return kept;
});
const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    parts,
    parts,
    fc.array(price, { minLength: 8, maxLength: 8 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  .chain(([came, billed, prices, undone]) => {
    const of = (what: Step['what'], quantities: number[]) =>
      quantities.map((qty, at) => ({ what, qty, price: prices[at] ?? 1, isUndone: undone[at] ?? false }));
    const all = [...of('receipt', came), ...of('invoice', billed)];
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

it('B8, B12: any order of partial receipts, invoices and credits ends in the same books', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(8), async (order, creditAfter) => {
      const [branch, admin] = [t.as('branch'), t.as('admin')];
      const one = next();
      const item = await ok(
        admin.post('/items', {
          name: `Any ${one}`,
          itemCode: `ANY${one}`,
          kind: 'raw',
          category: ids.category,
          baseUnit: ids.units.kg,
          orderUnit: ids.units.kg,
        }),
      );
      const draft = await ok(
        branch.post('/purchase-orders', {
          supplier: mill,
          items: [{ itemId: item._id, qty: 12, price: 7.77 }],
        }),
      );
      const sent = await ok(branch.patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }));
      const poLineId = sent.items[0].lineId;
      const bill = async (line: object, total: number, kind: 'invoice' | 'credit') => {
        const body = {
          kind,
          supplier: mill,
          number: `ANY-${next()}`,
          date: '2026-03-04',
          total,
          items: [line],
        };
        const entered = await ok(branch.post('/supplier-invoices', body));
        const change = { status: 'Posted', transitionReason: 'Any' };
        return ok(branch.patch(`/supplier-invoices/${entered._id}`, change));
      };
      let invoiced = 0;
      const receipts: string[] = [];
      let isCredited = false;
      /** A receipt line of which something is billed: only that can be credited. */
      const billedLine = async (): Promise<string | null> => {
        for (const id of receipts) {
          const [line] = (await ok(branch.get(`/goods-receipts/${id}`))).items;
          if (line.billedQty >= 1) return line.lineId;
        }
        return null;
      };
      for (const [step, { what, qty, price: at, isUndone }] of order.entries()) {
        if (what === 'receipt') {
          const receipt = await ok(
            branch.post('/goods-receipts', {
              purchaseOrder: sent._id,
              items: [{ poLineId, qty, price: at }],
            }),
          );
          receipts.push(receipt._id);
        } else {
          const total = Math.round(qty * at * 100) / 100;
          if (isUndone) {
            const dearer = Math.round(at * 100 + 100) / 100;
            const asked = Math.round(qty * dearer * 100) / 100;
            const wrong = await bill({ poLineId, qty, price: dearer }, asked, 'invoice');
            const change = { status: 'Reversed', transitionReason: 'Wrong price' };
            await ok(branch.patch(`/supplier-invoices/${wrong._id}`, change));
          }
          await bill({ poLineId, qty, price: at }, total, 'invoice');
          invoiced += Math.round(total * 100);
        }
        // A cent less for one of what was billed, between its invoices and receipts or after all of them.
        const receiptLineId = step >= creditAfter && !isCredited ? await billedLine() : null;
        if (receiptLineId !== null) {
          await bill({ receiptLineId, qty: 1, price: 0.01 }, 0.01, 'credit');
          isCredited = true;
          invoiced -= 1;
        }
      }
      const bought = await ok(branch.get(`/purchase-orders/${sent._id}`));
      expect(bought).toMatchObject({
        receivedStatus: 'Received',
        billedByQuantity: 'Billed',
        billedByAmount: 'Billed',
      });
      expect(Math.round(bought.items[0].billedValue * 100)).toBe(invoiced);
      const balance = await t.db.read
        .selectFrom('balances')
        .selectAll()
        .where('itemId', '=', item._id)
        .where('placeId', '=', ids.branch1)
        .executeTakeFirstOrThrow();
      expect([balance.onHandMicro, balance.valueE4]).toEqual([12_000_000, invoiced * 100]);
      const accruals = await ok(branch.get('/supplier-invoices/accruals'));
      expect(accruals.filter(({ itemId }: { itemId: string }) => itemId === item._id)).toEqual([]);
    }),
    { numRuns: 6 },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
}, 240_000);
