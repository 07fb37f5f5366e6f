import { type KeyedRows, readCsvFile, RowReader } from '../row-reader.ts';
import type { ImportProblem } from '../problems.ts';

/** Ids are the keys used in the files; codes of imported rows are prefixed with `NW-`. */
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
  /** Null if the file has none; the required date is used instead. */
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
  /** Number of rows with a comma in an unquoted text. */
  repairedRows: number;
}

/**
 * Reads a Northwind folder. Every bad row is reported and skipped together with its dependants: an order with
 * a bad line is skipped entirely.
 *
 * @throws ImportError if a file or a column is missing
 */
export function readNorthwind(folder: string): Northwind {
  const context: ReadContext = { folder, problems: [], repairedRows: 0 };
  const categories = readRows(
    context,
    'categories.csv',
    ['categoryID', 'categoryName'],
    'categoryID',
    (row) => ({
      name: row.readText('categoryName'),
    }),
  );
  const suppliers = readRows(context, 'suppliers.csv', supplierColumns, 'supplierID', (row) => ({
    name: row.readText('companyName'),
    contact: row.readOptionalText('contactName'),
    phone: row.readOptionalText('phone'),
    address: joinAddress(row),
  }));
  const products = readRows(context, 'products.csv', productColumns, 'productID', (row) => ({
    name: row.readText('productName'),
    supplier: row.readReference('supplierID', suppliers, 'suppliers.csv'),
    category: row.readReference('categoryID', categories, 'categories.csv'),
    pack: row.readOptionalText('quantityPerUnit'),
    unitPriceMicro: row.readPriceMicro('unitPrice'),
    reorderLevel: row.readWholeNumber('reorderLevel', 0),
    isDiscontinued: row.readWholeNumber('discontinued', 0) === 1,
  }));
  const customers = readRows(context, 'customers.csv', customerColumns, 'customerID', (row) => ({
    name: row.readText('companyName'),
    address: joinAddress(row),
    country: row.readText('country'),
    phone: row.readOptionalText('phone'),
  }));
  const orders = readOrders(context, customers);
  readLines(context, orders, products);
  return {
    categories: categories.rows,
    suppliers: suppliers.rows,
    products: products.rows,
    customers: customers.rows,
    orders: orders.rows,
    problems: context.problems,
    repairedRows: context.repairedRows,
  };
}

interface ReadContext {
  folder: string;
  problems: ImportProblem[];
  repairedRows: number;
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

function joinAddress(row: RowReader): string | null {
  return (
    addressColumns
      .map((column) => row.readOptionalText(column))
      .filter(Boolean)
      .join(', ') || null
  );
}

/** Reads one row per key; a row with a problem is left out. */
function readRows<T extends object>(
  context: ReadContext,
  file: string,
  columns: readonly string[],
  keyColumn: string,
  read: (row: RowReader) => T,
): KeyedRows<T & { id: string }> {
  const result: KeyedRows<T & { id: string }> = { rows: new Map(), keys: new Set() };
  for (const row of createRowReaders(context, file, columns)) {
    const id = row.readText(keyColumn);
    if (result.keys.has(id)) row.addProblem(keyColumn, `"${id}" appears more than once in this file.`);
    result.keys.add(id);
    const values = read(row);
    if (row.isValid) result.rows.set(id, { id, ...values });
  }
  return result;
}

function createRowReaders(context: ReadContext, file: string, columns: readonly string[]): RowReader[] {
  return readCsvFile(context.folder, file, columns).map((csv) => {
    const row = new RowReader(csv, context.problems);
    if (csv.wasRepaired) context.repairedRows += 1;
    if (csv.hasExtraCells) {
      row.addProblem(
        columns.at(-1) ?? '',
        'this row has more cells than columns; put text with a comma in quotes.',
      );
    }
    return row;
  });
}

function readOrders(
  context: ReadContext,
  customers: KeyedRows<NorthwindCustomer>,
): KeyedRows<NorthwindOrder> {
  return readRows(context, 'orders.csv', orderColumns, 'orderID', (row) => {
    const order = {
      customer: row.readReference('customerID', customers, 'customers.csv'),
      orderedOn: row.readDay('orderDate'),
      requiredOn: row.readDay('requiredDate'),
      shippedOn: row.readOptionalDay('shippedDate'),
      lines: [],
    };
    if (row.isValid && (order.shippedOn ?? order.requiredOn) < order.orderedOn) {
      row.addProblem(order.shippedOn ? 'shippedDate' : 'requiredDate', 'this is before the order date.');
    }
    return order;
  });
}

/** Adds lines to their orders; an order with a missing line is left out. */
function readLines(
  context: ReadContext,
  orders: KeyedRows<NorthwindOrder>,
  products: KeyedRows<NorthwindProduct>,
): void {
  const lineKeys = new Set<string>();
  const incompleteOrders = new Set<string>();
  for (const row of createRowReaders(context, 'order-details.csv', lineColumns)) {
    const orderId = row.readReference('orderID', orders, 'orders.csv');
    const line: NorthwindOrderLine = {
      product: row.readReference('productID', products, 'products.csv'),
      unitPriceMicro: row.readPriceMicro('unitPrice'),
      qty: row.readWholeNumber('quantity', 1),
      discountMicro: row.readShareMicro('discount'),
    };
    const key = `${orderId}/${line.product}`;
    if (lineKeys.has(key))
      row.addProblem('productID', `"${line.product}" appears more than once in order ${orderId}.`);
    lineKeys.add(key);
    if (row.isValid) orders.rows.get(orderId)?.lines.push(line);
    else incompleteOrders.add(orderId);
  }
  for (const id of incompleteOrders) orders.rows.delete(id);
}
