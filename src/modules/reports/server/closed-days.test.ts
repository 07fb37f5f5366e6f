import { expect, test } from 'vitest';
import type { ReportResponse } from '../shapes.ts';
import { dayMs } from '#core/day.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { postReceipt } from '#app/server/testing/receiving.ts';
import { createReportBusiness } from '#app/server/testing/report-business.ts';
import { createTestTransfer } from '#app/server/testing/transfers.ts';

const { flour, box } = ids.items;
const [closed, later] = ['2026-03-07', '2026-03-10'];

const expectSuccess = async (response: Promise<{ status: number; text: string }>) => {
  const { status, text } = await response;
  expect([status < 300, text]).toEqual([true, text]);
};

/** Report figures of some days, by every dimension. */
async function loadFigures(client: TestClient, from: string, to: string) {
  const responses: Record<string, ReportResponse> = {};
  for (const [name, dimensions] of Object.entries({
    purchases: ['supplier', 'item', 'day', 'branch', 'document'],
    transfers: ['branch', 'item', 'day', 'document'],
    wastage: ['item', 'branch'],
    'count-variance': ['item'],
    valuation: ['effective', 'posted'],
    movement: [''],
    ledger: [''],
    'not-billed': [''],
    'wastage-share': [''],
  }))
    for (const dimension of dimensions) {
      const params = { from, to, day: to, limit: '5000', ...(dimension !== '' && { by: dimension }) };
      const response = await client.get(`/reports/${name}?${new URLSearchParams(params).toString()}`);
      expect([name, response.status]).toEqual([name, 200]);
      responses[`${name} ${dimension}`] = { ...response.body, asOf: '' };
    }
  return responses;
}

test('A4: reversals never change reports of closed days; they are included on the day of the reversal', async () => {
  const t = await createTestApp();
  await createReportBusiness(t);
  const supplier = await createSupplier(t);
  const receipt = await postReceipt(t, {
    supplier,
    freight: 2.5,
    items: [
      { itemId: flour, qty: 3, price: 1.31 },
      { itemId: flour, qty: 4, price: 1.2 },
    ],
  });
  const mistakenReceipt = await postReceipt(t, { supplier, items: [{ itemId: flour, qty: 9, price: 5 }] });
  // A document reversed on its posting day isn't included.
  await expectSuccess(
    t.as('branch').patch(`/goods-receipts/${mistakenReceipt._id}`, {
      status: 'Reversed',
      transitionReason: 'Entered twice',
    }),
  );
  const transfer = await createTestTransfer(t.as('branch'), {
    to: ids.branch2,
    items: [{ itemId: box, qty: 3 }],
  });
  await expectSuccess(t.as('branch').patch(`/transfers/${transfer._id}`, { status: 'Sent' }));
  t.clock.advance(6 * dayMs);
  const admin = await t.signIn(ids.users.admin);
  await expectSuccess(admin.put('/settings', { booksClosedUntil: closed }));
  const before = await loadFigures(admin, '2026-03-01', closed);
  expect(before['purchases document']?.rows.map(({ label }) => label)).not.toContain(mistakenReceipt.number);
  const landedValueBefore = Number(before['purchases supplier']?.totals['landedValue']);

  const [first] = receipt.items;
  await expectSuccess(
    admin.patch(`/goods-receipts/${receipt._id}`, {
      status: 'Reversed',
      lines: [first?.lineId],
      transitionReason: 'Typed wrong',
    }),
  );
  await expectSuccess(
    admin.patch(`/goods-receipts/${receipt._id}`, { status: 'Reversed', transitionReason: 'Typed wrong' }),
  );
  await expectSuccess(admin.patch(`/transfers/${transfer._id}`, { status: 'Draft' }));

  expect(await loadFigures(admin, '2026-03-01', closed)).toEqual(before);
  const reversalDay = await loadFigures(admin, later, later);
  const { landedValue } = receipt;
  expect(reversalDay['purchases item']?.rows).toMatchObject([
    { key: flour, lines: -2, received: -7, landedValue: -Number(landedValue) },
  ]);
  expect(reversalDay['purchases document']?.totals).toMatchObject({ receipts: 0, lines: -2 });
  expect(reversalDay['transfers item']?.rows).toMatchObject([
    { key: box, transfers: 0, transferredOut: -3, transferredIn: -3, outValue: -1.2, inValue: -1.2 },
  ]);
  const wholePeriod = await loadFigures(admin, '2026-03-01', later);
  expect(wholePeriod['purchases supplier']?.totals['landedValue']).toBeCloseTo(
    landedValueBefore - Number(landedValue),
    4,
  );
  // A transfer that is sent again is included on its new sending day.
  await expectSuccess(admin.patch(`/transfers/${transfer._id}`, { status: 'Sent' }));
  const resentDay = await loadFigures(admin, later, later);
  expect(resentDay['transfers item']?.rows).toMatchObject([
    { key: box, transfers: 1, transferredOut: 0, outValue: 0 },
  ]);
  await t.close();
});
