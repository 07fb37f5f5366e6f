import { type KeyedRows, readCsvFile, RowReader } from '../row-reader.ts';
import type { ImportProblem } from '../problems.ts';

/** Keys are those of the files; imported codes get the prefix `NW-`. */
export interface NorthwindCategory {
  id: string;
  name: string;
}

export interface NorthwindSupplier {
  id: string;
  name: string;
  contact: string | null;
  phone: string | null;
  address: string | null;
}

export interface NorthwindProduct {
  id: string;
  name: string;
  supplier: string;
  category: string;
  pack: string | null;
  unitPriceMicro: number;
  reorderLevel: number;
  isDiscontinued: boolean;
}

export interface NorthwindCustomer {
  id: string;
  name: string;
  address: string | null;
  country: string;
  phone: string | null;
}

export interface NorthwindOrderLine {
  product: string;
  qty: number;
  unitPriceMicro: number;
  discountMicro: number;
}

export interface NorthwindOrder {
  id: string;
  customer: string;
  orderedOn: Date;
  requiredOn: Date;
  /** Null where the file has none: the required date is used. */
  shippedOn: Date | null;
  lines: NorthwindOrderLine[];
}

/** Valid contents of a folder. */
export interface Northwind {
  categories: Map<string, NorthwindCategory>;
  suppliers: Map<string, NorthwindSupplier>;
  products: Map<string, NorthwindProduct>;
  customers: Map<string, NorthwindCustomer>;
  orders: Map<string, NorthwindOrder>;
  problems: ImportProblem[];
  /** Rows with a comma in an unquoted text. */
  repairedRows: number;
}

/**
 * Reads a Northwind folder. Every bad row is reported and left out with its dependants: an order with a bad
 * line is left out entirely.
 *
 * @throws ImportError when a file or a column is missing
 */
export function readNorthwind(folder: string): Northwind {
  const read: Reading = { folder, problems: [], mendedRows: 0 };
  const categories = readRows(
    read,
    'categories.csv',
    ['categoryID', 'categoryName'],
    'categoryID',
    (row) => ({
      name: row.text('categoryName'),
    }),
  );
  const suppliers = readRows(read, 'suppliers.csv', supplierColumns, 'supplierID', (row) => ({
    name: row.text('companyName'),
    contact: row.optionalText('contactName'),
    phone: row.optionalText('phone'),
    address: addressOf(row),
  }));
  const products = readRows(read, 'products.csv', productColumns, 'productID', (row) => ({
    name: row.text('productName'),
    supplier: row.reference('supplierID', suppliers, 'suppliers.csv'),
    category: row.reference('categoryID', categories, 'categories.csv'),
    pack: row.optionalText('quantityPerUnit'),
    unitPriceMicro: row.priceMicro('unitPrice'),
    reorderLevel: row.wholeNumber('reorderLevel', 0),
    isDiscontinued: row.wholeNumber('discontinued', 0) === 1,
  }));
  const customers = readRows(read, 'customers.csv', customerColumns, 'customerID', (row) => ({
    name: row.text('companyName'),
    address: addressOf(row),
    country: row.text('country'),
    phone: row.optionalText('phone'),
  }));
  const orders = readOrders(read, customers);
  readLines(read, orders, products);
  return {
    categories: categories.rows,
    suppliers: suppliers.rows,
    products: products.rows,
    customers: customers.rows,
    orders: orders.rows,
    problems: read.problems,
    repairedRows: read.mendedRows,
  };
}

interface Reading {
  folder: string;
  problems: ImportProblem[];
  mendedRows: number;
}

const addressColumns = ['address', 'city', 'region', 'postalCode', 'country'];
const supplierColumns = ['supplierID', 'companyName', 'contactName', 'phone', ...addressColumns];
const customerColumns = ['customerID', 'companyName', 'phone', ...addressColumns];
const productColumns = [
  'productID',
  'productName',
  'supplierID',
  'categoryID',
  'quantityPerUnit',
  'unitPrice',
  'reorderLevel',
  'discontinued',
];
const orderColumns = ['orderID', 'customerID', 'orderDate', 'requiredDate', 'shippedDate'];
const lineColumns = ['orderID', 'productID', 'unitPrice', 'quantity', 'discount'];

function addressOf(row: RowReader): string | null {
  return (
    addressColumns
      .map((column) => row.optionalText(column))
      .filter(Boolean)
      .join(', ') || null
  );
}

/** Reads one row per key; a row with a problem is left out. */
function readRows<T extends object>(
  reading: Reading,
  file: string,
  columns: readonly string[],
  keyColumn: string,
  read: (row: RowReader) => T,
): KeyedRows<T & { id: string }> {
  const found: KeyedRows<T & { id: string }> = { rows: new Map(), keys: new Set() };
  for (const row of openRows(reading, file, columns)) {
    const id = row.text(keyColumn);
    if (found.keys.has(id)) row.refuse(keyColumn, `"${id}" stands in the file twice.`);
    found.keys.add(id);
    const values = read(row);
    if (row.isGood) found.rows.set(id, { id, ...values });
  }
  return found;
}

function openRows(reading: Reading, file: string, columns: readonly string[]): RowReader[] {
  return readCsvFile(reading.folder, file, columns).map((csv) => {
    const row = new RowReader(csv, reading.problems);
    if (csv.wasRepaired) reading.mendedRows += 1;
    if (csv.hasSurplus) {
      row.refuse(
        columns.at(-1) ?? '',
        'this row has more cells than columns; put text with a comma in quotes.',
      );
    }
    return row;
  });
}

function readOrders(reading: Reading, customers: KeyedRows<NorthwindCustomer>): KeyedRows<NorthwindOrder> {
  return readRows(reading, 'orders.csv', orderColumns, 'orderID', (row) => {
    const order = {
      customer: row.reference('customerID', customers, 'customers.csv'),
      orderedOn: row.day('orderDate'),
      requiredOn: row.day('requiredDate'),
      shippedOn: row.optionalDay('shippedDate'),
      lines: [],
    };
    if (row.isGood && (order.shippedOn ?? order.requiredOn) < order.orderedOn) {
      row.refuse(order.shippedOn ? 'shippedDate' : 'requiredDate', 'this is before the order was made.');
    }
    return order;
  });
}

/** Adds lines to their orders; an order with a missing line is left out. */
function readLines(
  reading: Reading,
  orders: KeyedRows<NorthwindOrder>,
  products: KeyedRows<NorthwindProduct>,
): void {
  const lineKeys = new Set<string>();
  const broken = new Set<string>();
  for (const row of openRows(reading, 'order-details.csv', lineColumns)) {
    const orderId = row.reference('orderID', orders, 'orders.csv');
    const line: NorthwindOrderLine = {
      product: row.reference('productID', products, 'products.csv'),
      unitPriceMicro: row.priceMicro('unitPrice'),
      qty: row.wholeNumber('quantity', 1),
      discountMicro: row.shareMicro('discount'),
    };
    const key = `${orderId}/${line.product}`;
    if (lineKeys.has(key)) row.refuse('productID', `"${line.product}" stands in order ${orderId} twice.`);
    lineKeys.add(key);
    if (row.isGood) orders.rows.get(orderId)?.lines.push(line);
    else broken.add(orderId);
  }
  for (const id of broken) orders.rows.delete(id);
}
