import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { createTestTransfer, patchTransfer } from '#app/server/testing/transfers.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { tomato } = ids.items;
const { kg, piece } = ids.units;

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

/** Sets the number of pieces per kilogram. */
const setPiecesPerKg = (den: number) =>
  t.db.writer
    .insertInto('itemConversions')
    .values({
      _id: `piece-${den}`,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      version: 1,
      isActive: 1,
      itemId: tomato,
      fromUnit: piece,
      toUnit: kg,
      num: 1,
      den,
    })
    .execute();

async function receive(parts: readonly number[], unit: string): Promise<void> {
  await receiveStock(t, ids.branch2, tomato, 5, 2);
  // Additional stock, because on hand is rounded with every posting.
  await receiveStock(t, ids.branch1, tomato, 1, 2);
  for (const qty of parts) {
    const items = [{ itemId: tomato, qty, unit }];
    const { _id } = await createTestTransfer(t.as('branch2'), { to: ids.branch1, items });
    await patchTransfer(t.as('branch2'), _id, { status: 'Sent' });
    await patchTransfer(t.as('branch'), _id, { status: 'Received' });
  }
}
const createReturn = (qty: number, unit: string) =>
  t.as('branch').post('/transfers', {
    kind: 'return',
    to: ids.branch2,
    items: [{ itemId: tomato, qty, unit, reasonCode: 'overstock' }],
  });

test.each([
  ['1 kg is returned as 1 + 1 + 4 sixths', 6, [1], kg, [1, 1, 4], piece],
  ['1 + 1 + 1 thirds are returned as 1 kg', 3, [1, 1, 1], piece, [1], kg],
  ['1 + 1 + 4 sixths are returned as 4 + 1 + 1', 6, [1, 1, 4], piece, [4, 1, 1], piece],
] as const)('T9: %s, but not more', async (_, den, parts, unit, returnedParts, returnUnit) => {
  await setPiecesPerKg(den);
  await receive(parts, unit);
  for (const qty of returnedParts) {
    const draft = await createReturn(qty, returnUnit);
    expect(draft.status, draft.text).toBe(201);
    await patchTransfer(t.as('branch'), draft.body._id, { status: 'Sent' });
  }
  const excessReturn = await createReturn(0.001, kg);
  expect([excessReturn.status, excessReturn.body.fieldReasons?.['items.0.qty']?.reason]).toEqual([
    422,
    'return-too-much',
  ]);
});
