import { expect, it } from 'vitest';
import { openTestDb } from '../testing/databases.ts';
import { migrate } from './migrate.ts';

const at = '2026-03-04T09:00:00.000Z';
const common = (_id: string) => {
  const name = { _id, name: _id, nameAlt: null, search: _id };
  return { ...name, createdAt: at, updatedAt: at, version: 1, isActive: 1 };
};

/** What stands in the books, and what becomes of it: code and note. */
const said: readonly [reason: string | null, code: string | null, note: string | null][] = [
  ['Out of stock', 'out_of_stock', null],
  ['  out of  STOCK ', 'out_of_stock', null],
  ['نفد من المخزون', 'out_of_stock', null],
  ['سُلّم صنف خاطئ', 'wrong_item', null],
  ['سلم صنف خاطئ', 'wrong_item', null],
  ['wrong_item', 'wrong_item', null],
  ['Expired or too short dated', 'expired', null],
  ['تالف', 'damaged', null],
  ['Damaged: two lids', 'damaged', 'two lids'],
  ['تالف : علبتان', 'damaged', 'علبتان'],
  ["The van's broken: 2 hours", 'other', "The van's broken: 2 hours"],
  ['  lift out of order  ', 'other', 'lift out of order'],
  ['', null, null],
  [null, null, null],
];

it('gives what was said in words its code, in either language, and loses nothing', async () => {
  const db = await openTestDb('097-document-numbers');
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
  const line = { orderId: 'order', itemId: 'flour', itemCode: 'F', itemName: '', lots: '[]' };
  const ordered = {
    unit: 'kg',
    unitSymbol: 'kg',
    unitNum: 1,
    unitDen: 1,
    orderQtyMicro: 1,
    unitCostE4: 0,
  };
  await insert(
    'orderLines',
    said.map(([reason], position) => ({ ...line, ...ordered, lineId: `l${position}`, position, reason })),
  );
  const step = { orderId: 'order', from: null, to: 'Draft', by: '', byName: '', at };
  await insert(
    'orderHistory',
    said.map(([reason]) => ({ ...step, reason })),
  );

  await migrate(db);

  const expected = said.map(([reason, reasonCode, reasonNote]) => ({ reason, reasonCode, reasonNote }));
  const columns = ['reason', 'reasonCode', 'reasonNote'] as const;
  expect(await db.read.selectFrom('orderLines').select(columns).orderBy('position').execute()).toEqual(
    expected,
  );
  expect(await db.read.selectFrom('orderHistory').select(columns).orderBy('seq').execute()).toEqual(expected);
  await expect(writer.updateTable('orderHistory').set({ reason: 'x' }).execute()).rejects.toThrow(
    'only grows',
  );

  const codes = await db.read.selectFrom('reasons').select(['code', 'name', 'nameAlt']).execute();
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.every(({ nameAlt }) => /[\u0600-\u06FF]/.test(nameAlt ?? ''))).toBe(true);
  await db.close();
});
