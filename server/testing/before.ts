import { migrate } from '../db/migrate.ts';
import type { Db } from '../db/types.ts';
import { openTestDb } from './databases.ts';

const at = '2026-03-04T09:00:00.000Z';

/** What every row of master data has. */
const common = (_id: string) => {
  const name = { _id, name: _id, nameAlt: null, search: _id };
  return { ...name, createdAt: at, updatedAt: at, version: 1, isActive: 1 };
};

/** A database as it was before a migration. */
export interface Before {
  db: Db;
  /** Rows of a table as its columns were then. */
  insert(table: string, rows: readonly object[]): Promise<unknown>;
  /** Brings it up to date. */
  migrate(): Promise<void>;
}

/** What a line of the order needs to say, whatever is tried with it. */
export const lineOfBefore = {
  orderId: 'order',
  itemId: 'flour',
  itemCode: 'F',
  itemName: '',
  lots: '[]',
  unit: 'kg',
  unitSymbol: 'kg',
  unitNum: 1,
  unitDen: 1,
  orderQtyMicro: 1,
  unitCostE4: 0,
};

/**
 * A database as old as this migration, with a branch `b` that is its own kitchen, an item `flour` in `kg`, and its
 * received order `order` (ORD-1) without lines. Close its `db` at the end.
 */
export async function openBefore(upTo: string): Promise<Before> {
  const db = await openTestDb(upTo);
  const insert: Before['insert'] = (table, rows) =>
    db.writer
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
  const made = { createdAt: at, updatedAt: at, branch: 'b', kitchen: 'b' };
  const order = { ...made, branchName: '', kitchenName: '', userId: '', userName: '' };
  const rest = { deliveryDate: '2026-04-06', orderType: 'Regular', status: 'Received', summary: '{}' };
  await insert('orders', [{ ...order, ...rest, _id: 'order', orderNo: 'ORD-1' }]);
  return { db, insert, migrate: () => migrate(db) };
}
