import { expect, it } from 'vitest';
import { openTestDb } from '../testing/databases.ts';
import { migrate } from './migrate.ts';

const at = '2026-03-04T09:00:00.000Z';
const common = (_id: string) => {
  const name = { _id, name: _id, nameAlt: null, search: _id };
  return { ...name, createdAt: at, updatedAt: at, version: 1, isActive: 1 };
};

it('gives moves that are stored the number of their document, and none to what has none', async () => {
  const db = await openTestDb('090-business-days');
  const { writer } = db;
  const insert = (table: string, rows: readonly object[]) =>
    writer
      .insertInto(table as 'stockMoves')
      .values(rows as never)
      .execute();
  await insert('itemCategories', [{ ...common('food'), code: null, sortOrder: 1 }]);
  const kg = { symbol: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1, decimals: 3, wholeOnly: 0 };
  await insert('units', [{ ...common('kg'), ...kg }]);
  const lists = { brands: '[]', branches: '[]', barcodes: '[]', allergens: '{}', substitutes: '[]' };
  const flour = { itemCode: 'F', kind: 'raw', category: 'food', baseUnit: 'kg', orderUnit: 'kg', ...lists };
  await insert('items', [{ ...common('flour'), ...flour }]);
  const zone = { timezone: 'UTC', deliveryDays: '[]', negativeStock: 'block' };
  await insert('branches', [{ ...common('b'), code: 'b', type: 'branch', ...zone }]);
  const made = { createdAt: at, updatedAt: at, branch: 'b' };
  const order = { ...made, branchName: '', kitchenName: '', userId: '', userName: '', kitchen: 'b' };
  const rest = { deliveryDate: '2026-04-06', orderType: 'Regular', status: 'Received', summary: '{}' };
  await insert('orders', [{ ...order, ...rest, _id: 'order', orderNo: 'ORD-1' }]);
  const item = { itemName: '', unit: 'kg', unitSymbol: 'kg', qtyMicro: 1 };
  const line = { lineId: 'l', orderId: 'order', itemId: 'flour', itemCode: 'F', itemName: '', lots: '[]' };
  const ordered = {
    position: 0,
    unit: 'kg',
    unitSymbol: 'kg',
    unitNum: 1,
    unitDen: 1,
    orderQtyMicro: 1,
    unitCostE4: 0,
  };
  await insert('orderLines', [{ ...line, ...ordered }]);
  const missing = { ...item, itemId: 'flour', lineId: 'l', kitchen: 'b', type: 'short', status: 'Open' };
  await insert('discrepancies', [{ ...made, ...missing, _id: 'short', orderId: 'order', orderNo: 'ORD-1' }]);
  const wasted = { ...item, item: 'flour', unitNum: 1, unitDen: 1, lot: '', reason: 'spoiled', dateTime: at };
  const who = { userId: '', userName: '', status: 'Posted' };
  await insert('wastage', [{ ...made, ...wasted, ...who, _id: 'waste', number: 'WST-1' }]);

  const documents = ['order', 'short', 'waste', 'GR-7'];
  const figures = { qtyMicro: 1, valueE4: 0, revaluationE4: 0, unitCostE4: 0, cycle: 0 };
  const move = {
    ...figures,
    itemId: 'flour',
    fromPlace: 'supplier',
    toPlace: 'wastage',
    lot: '',
    userId: '',
  };
  // Enough for more than one batch.
  const count = 11_000;
  const moves = Array.from({ length: count }, (_, n) => ({
    ...move,
    postedAt: at,
    effectiveAt: at,
    docType: 'order',
    docId: documents[n % documents.length],
    docLineId: `${n}`,
    kind: 'ship',
    reason: null,
    reversesSeq: null,
  }));
  for (let n = 0; n < count; n += 1000) await insert('stockMoves', moves.slice(n, n + 1000));

  await migrate(db);

  const kept = await db.read.selectFrom('stockMoves').select(['docId', 'docNo']).orderBy('seq').execute();
  const numbers = ['ORD-1', 'ORD-1', 'WST-1', null];
  expect(kept).toEqual(moves.map(({ docId }, n) => ({ docId, docNo: numbers[n % numbers.length] ?? null })));
  await expect(writer.deleteFrom('stockMoves').execute()).rejects.toThrow('only grows');
  await db.close();
});
