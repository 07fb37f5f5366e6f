import { expect, it } from 'vitest';
import { openBefore } from '../testing/before.ts';

const at = '2026-03-04T09:00:00.000Z';

it('gives what is on the way or set aside a shelf, and leaves every shelf that is there', async () => {
  const { db, insert, migrate } = await openBefore('210-reasons-of-corrections');
  const item = { kind: 'raw', category: 'food', baseUnit: 'kg', orderUnit: 'kg', allergens: '{}' };
  const lists = { brands: '[]', branches: '[]', barcodes: '[]', substitutes: '[]' };
  const named = (_id: string) => ({
    _id,
    name: _id,
    search: _id,
    itemCode: _id,
    createdAt: at,
    updatedAt: at,
  });
  await insert(
    'items',
    ['salt', 'oil'].map((_id) => ({ ...item, ...lists, ...named(_id) })),
  );
  await insert(
    'places',
    ['b', 'b:transit', 'b:hold'].map((placeId) => ({
      placeId,
      name: placeId,
      type: placeId.split(':')[1] ?? 'branch',
      branchId: 'b',
    })),
  );
  const balance = (placeId: string, itemId: string, onHandMicro: number) => ({
    placeId,
    itemId,
    onHandMicro,
    reservedMicro: 0,
    valueE4: onHandMicro,
    lastCostE4: 3,
  });
  await insert('balances', [
    balance('b', 'flour', 5),
    balance('b:transit', 'flour', 1),
    balance('b:transit', 'salt', 0),
    balance('b:hold', 'salt', 2),
    balance('b:hold', 'oil', 7),
  ]);

  await migrate();

  const shelves = db.read.selectFrom('balances').select(['itemId', 'onHandMicro', 'valueE4', 'lastCostE4']);
  expect(await shelves.where('placeId', '=', 'b').orderBy('itemId').execute()).toEqual([
    { itemId: 'flour', onHandMicro: 5, valueE4: 5, lastCostE4: 3 },
    { itemId: 'oil', onHandMicro: 0, valueE4: 0, lastCostE4: 0 },
    { itemId: 'salt', onHandMicro: 0, valueE4: 0, lastCostE4: 0 },
  ]);
  await db.close();
});
