import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { seedDemonstration } from '#app/server/seed/demonstration.ts';
import type { Db } from '#platform/server/db/types.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { importNorthwind } from './northwind/import.ts';
import { type Northwind, readNorthwind } from './northwind/read.ts';
import { formatProblem } from './problems.ts';

const now = new Date('2026-11-21T04:00:00.000Z');
const addressHeader = 'address,city,region,postalCode,country';

/**
 * A small folder in the Northwind format, with the quirks of real ones: unquoted commas, NULLs, a BOM, CRLF.
 */
const files = {
  'categories.csv':
    'categoryID,categoryName,description\r\n1,Beverages,"Teas, and ales"\r\n2,Produce,Fruit\r\n',
  'suppliers.csv': `supplierID,companyName,contactName,phone,${addressHeader}\n1,Tea House,Ann,1,3 Quay, Dock 2,London,NULL,E1,UK\n`,
  'products.csv': `\uFEFFproductID,productName,supplierID,categoryID,quantityPerUnit,unitPrice,reorderLevel,discontinued
1,Chai,1,1,10 boxes x 20 bags,18.00,10,0
2,Old "Reserve" tea,1,1,1 tin,4.50,0,1
`,
  'customers.csv': `customerID,companyName,phone,${addressHeader}\nABC,Café Ålesund,1,"Main St, 1",Oslo,NULL,0150,Norway\n`,
  'orders.csv': `orderID,customerID,orderDate,requiredDate,shippedDate,shipAddress
10,ABC,1996-07-04 00:00:00.000,1996-08-01 00:00:00.000,1996-07-16 00:00:00.000,Rua do Mercado, 12
11,ABC,1996-07-05 00:00:00.000,1996-08-16 00:00:00.000,NULL,Quay
`,
  'order-details.csv':
    'orderID,productID,unitPrice,quantity,discount\n10,1,14.40,12,0\n10,2,4.00,5,0.25\n11,1,18.00,3,0\n',
};

let folder: string;
let db: Db;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'northwind-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  db = await openTestDb();
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

function change(file: keyof typeof files, from: string, to: string): void {
  writeFileSync(join(folder, file), files[file].replace(from, to));
}

const runImport = (data: Northwind) => importNorthwind(data, { db, now, onProgress: () => {} });
const listProblems = () => readNorthwind(folder).problems.map(formatProblem);

describe('a valid folder', () => {
  test('creates items, suppliers, branches and received orders with their own dates', async () => {
    const data = readNorthwind(folder);
    expect(data.problems).toEqual([]);
    expect(data.repairedRows).toBe(2);
    expect(await runImport(data)).toEqual({
      items: 2,
      discontinuedItems: 1,
      suppliers: 1,
      categories: 2,
      branches: 1,
      kitchens: 1,
      orders: 2,
      lines: 3,
      unitsReceivedFromSuppliers: 20,
      unitsShipped: 20,
      unitsReceived: 20,
      valueE4: 2_418_000,
    });
    const orders = await db.read
      .selectFrom('orders')
      .select(['orderNo', 'status', 'branchName', 'deliveryDate', 'createdAt', 'shippedAt'])
      .orderBy('orderNo')
      .execute();
    expect(orders).toEqual([
      {
        orderNo: 'NW-10',
        status: 'Received',
        branchName: 'Café Ålesund',
        deliveryDate: '1996-08-01',
        createdAt: '1996-07-04T00:00:00.000Z',
        shippedAt: '1996-07-16T00:00:00.000Z',
      },
      expect.objectContaining({ orderNo: 'NW-11', shippedAt: '1996-08-16T00:00:00.000Z' }),
    ]);
    const items = await db.read
      .selectFrom('items')
      .select(['itemCode', 'name', 'isOrderable'])
      .orderBy('itemCode')
      .execute();
    expect(items).toEqual([
      { itemCode: 'NW-1', name: 'Chai', isOrderable: 1 },
      { itemCode: 'NW-2', name: 'Old "Reserve" tea', isOrderable: 0 },
    ]);
    const branch = await db.read
      .selectFrom('branches')
      .select(['timezone', 'address'])
      .where('code', '=', 'NW-ABC')
      .executeTakeFirst();
    expect(branch).toEqual({ timezone: 'Europe/Oslo', address: 'Main St, 1, Oslo, 0150, Norway' });
    expect(await reconcile(db.read)).toEqual([]);
  });

  test('adds nothing on a repeated import', async () => {
    await runImport(readNorthwind(folder));
    const loadMoves = () => db.read.selectFrom('stockMoves').select('seq').execute();
    const before = await loadMoves();
    expect(await runImport(readNorthwind(folder))).toMatchObject({
      items: 0,
      suppliers: 0,
      branches: 0,
      orders: 0,
      unitsShipped: 0,
    });
    expect(await loadMoves()).toEqual(before);
  });

  test('imports alongside the demo business and uses its kitchen', async () => {
    // A short history is enough.
    await seedDemonstration(db, { now: () => now }, { hash: async () => 'hashed' }, { days: 10 });
    expect(await runImport(readNorthwind(folder))).toMatchObject({
      items: 2,
      branches: 1,
      kitchens: 0,
      orders: 2,
      unitsReceived: 20,
    });
    expect(await reconcile(db.read)).toEqual([]);
  });
});

describe('an invalid folder', () => {
  test.each([
    [
      'orders.csv',
      '1996-08-01',
      '1996-13-01',
      'orders.csv line 2, column requiredDate: "1996-13-01 00:00:00.000" isn\'t a valid date. Use the format YYYY-MM-DD.',
    ],
    [
      'orders.csv',
      '10,ABC',
      '10,XYZ',
      'orders.csv line 2, column customerID: "XYZ" isn\'t in customers.csv.',
    ],
    [
      'orders.csv',
      '11,ABC',
      '10,ABC',
      'orders.csv line 3, column orderID: "10" appears more than once in this file.',
    ],
    [
      'orders.csv',
      '1996-07-16',
      '1996-07-01',
      'orders.csv line 2, column shippedDate: this is before the order date.',
    ],
    [
      'order-details.csv',
      '10,1,14.40,12,0',
      '10,1,14.40,-3,0',
      'order-details.csv line 2, column quantity: "-3" must be a whole number of 1 or more.',
    ],
    [
      'order-details.csv',
      '10,1,14.40,12,0',
      '10,1,cheap,12,0',
      'order-details.csv line 2, column unitPrice: "cheap" isn\'t a valid amount. Use a format like 12.50.',
    ],
    [
      'order-details.csv',
      '4.00,5,0.25',
      '4.00,5,25',
      'order-details.csv line 3, column discount: "25" must be a number between 0 and 1.',
    ],
    ['products.csv', '1,Chai', '1,', 'products.csv line 2, column productName: a value is required.'],
    [
      'customers.csv',
      '"Main St, 1"',
      'Main St,1',
      'customers.csv line 2, column country: this row has more cells than columns; put text with a comma in quotes.',
    ],
  ] as const)('%s: %s -> %s', (file, from, to, message) => {
    change(file, from, to);
    expect(listProblems()).toContain(message);
  });

  test('reports a bad row once, regardless of the number of rows that depend on it', () => {
    change('products.csv', '18.00', 'dear');
    expect(listProblems()).toEqual([
      'products.csv line 2, column unitPrice: "dear" isn\'t a valid amount. Use a format like 12.50.',
    ]);
  });

  test('skips an order with a bad line', async () => {
    change('order-details.csv', '4.00,5,0.25', '4.00,zero,0.25');
    expect(await runImport(readNorthwind(folder))).toMatchObject({ orders: 1, lines: 1, unitsShipped: 3 });
    expect(await db.read.selectFrom('orders').select('orderNo').execute()).toEqual([{ orderNo: 'NW-11' }]);
  });

  test('reports a missing file or column, and an unclosed quote', () => {
    change('orders.csv', 'requiredDate', 'needed');
    expect(() => readNorthwind(folder)).toThrow(
      'orders.csv has no column requiredDate. The first line must contain the column names.',
    );
    rmSync(join(folder, 'suppliers.csv'));
    expect(() => readNorthwind(folder)).toThrow(`There is no suppliers.csv in ${folder}.`);
    change('categories.csv', '2,Produce', '2,"Produce');
    expect(() => readNorthwind(folder)).toThrow(
      'categories.csv cannot be read: a quote in row 3 is not closed.',
    );
  });
});
