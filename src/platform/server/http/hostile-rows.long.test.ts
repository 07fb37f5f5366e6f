import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMatrixRows, type MatrixRows } from '#app/server/authorization/matrix-rows.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { distinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { orderIn, receiveStock } from '#app/server/testing/orders.ts';
import type { Route } from './route.ts';

/**
 * Sets every numeric column of every table to the largest and smallest stored number, whose products are
 * inexact, and calls every registered read route as every user: no list may fail.
 */
let t: TestApp;
let rows: MatrixRows;
const orders: string[] = [];
const askers = ['admin', 'branch', 'kitchen'] as const;
const maxSafe = Number.MAX_SAFE_INTEGER;

const reads = routes.filter(({ method, path }) => method === 'get' && path !== '/events');
/** Columns that are not figures: they identify rows and versions. */
const apart = /^(seq|version|isActive|passwordVersion|cycle|position|row|next|reversesSeq)$/;
/** Boolean columns. */
const bits =
  /^(is[A-Z]|can[A-Z]|for[A-Z]|asksNote|catchWeight|track|wholeOnly|inclusive|priceIncludesVAT|preferred|late|hasDiscrepancy|reached|asksReview|receivingPhoto|noteOfReceipt|reasonOfReceipt|receivingLifeRefused|keepsToIngredients|salesTakeStock)/;
/** System tables, and tables that the database protects from changes. */
const housekeeping =
  /^(migrations?|kysely|sessions|signIn|knownDevices|idempotency|sequences|files|import|stockCountEntries|recipeVersions|recall|labelPrints)/;

beforeAll(async () => {
  t = await createTestApp();
  rows = await createMatrixRows(t);
  for (const item of [ids.items.flour, ids.items.tomato, ids.items.milk])
    await receiveStock(t, ids.branch1, item, 10);
  for (const status of ['Draft', 'Under Review', 'Under Process', 'Shipped', 'Received'] as const)
    orders.push((await orderIn(t, status)).head._id);
  orders.push((await orderIn(t, 'Received', { deliveryDate: '2026-03-03' })).head._id);
});
afterAll(() => t.close());

const lists = [
  '?limit=500',
  '?view=compact',
  '?view=full',
  '?from=2026-03-01&to=2026-03-31',
  `?branch=${ids.branch1}&deliveryDate=2026-03-06`,
  `?branchId=${ids.branch1}&days=28`,
  `?itemId=${ids.items.flour}&placeId=${ids.branch1}`,
  '?sort=value',
  '?sort=-value',
];

function addressesOf(route: Route): string[] {
  const { path } = route;
  if (!path.includes(':')) return distinctPaths(route, lists);
  const collection = path.split('/')[1] ?? '';
  const rowIds = collection === 'orders' ? orders : [rows[collection]?.own ?? ids.items.flour, ids.branch1];
  return rowIds.map((id) => path.replace(/:[a-zA-Z]+/, id));
}

const addresses = () => [...new Set(reads.flatMap(addressesOf))];

/** Lists that leave out an item that could not be ordered or used. */
const mayLeaveOut = new Set<string | undefined>([
  '/orders/suggestions',
  '/item-levels/use',
  // The unbilled value of a line is undefined without exact figures.
  '/supplier-invoices/accruals',
]);

/** Every row id in a response, to detect lost rows. */
const idsIn = (text: string) =>
  new Set([...text.matchAll(/"(?:_id|itemId|lineId)":"([^"]+)"/g)].map(([, id]) => id));

/** Key columns of a table. */
function keyOf(columns: readonly string[]): readonly string[] {
  const key = [
    ['_id'],
    ['lineId', 'lotId'],
    ['lineId'],
    ['placeId', 'itemId', 'lotId'],
    ['placeId', 'itemId'],
  ].find((all) => all.every((one) => columns.includes(one)));
  return key ?? [];
}

/** All numeric columns of each table. */
async function figures(): Promise<{ table: string; key: readonly string[]; columns: string[] }[]> {
  const tables = await t.db.writer.introspection.getTables();
  return tables
    .filter(({ name }) => !housekeeping.test(name))
    .map(({ name, columns }) => ({
      table: name,
      key: keyOf(columns.map((column) => column.name)),
      columns: columns
        .filter(
          ({ name: column, dataType }) => /int/i.test(dataType) && !apart.test(column) && !bits.test(column),
        )
        .map((column) => column.name),
    }))
    .filter(({ key, columns }) => key.length > 0 && columns.length > 0);
}

/**
 * The column with the item: only rows of the hostile item have unsafe numbers, and only it may be left out.
 */
const ofItem = new Map([
  ['items', '_id'],
  ...[
    'itemConversions',
    'balances',
    'itemLevels',
    'orderLines',
    'reservations',
    'packagings',
    'goodsReceiptLines',
  ].map((table) => [table, 'itemId'] as const),
]);
const hostile = ids.items.flour;

/** Tables whose figures are multiplied, divided or summed: each of their columns is also tested alone. */
const multiplied = new Set([
  'balances',
  'itemConversions',
  'orderLines',
  'orders',
  'reservations',
  'units',
  'wastage',
]);

/** Reads that multiply, divide or sum. */
const reckons = /^\/(orders\/[^?]*|stock\/summary|item-levels\/use|wastage\/summary|stock)(\?|$)/;

type Row = Record<string, string | number | null>;

/** Sets columns to a value while `during` runs, then restores them. */
async function holding(
  { table, key }: { table: string; key: readonly string[] },
  columns: readonly string[],
  value: number,
  during: () => Promise<void>,
): Promise<void> {
  const name = sql.table(table);
  const refs = (all: readonly string[]) => sql.join(all.map((one) => sql.ref(one)));
  const those = ofItem.has(table) ? sql`where ${sql.ref(ofItem.get(table) as string)} = ${hostile}` : sql``;
  const { rows: originalRows } =
    await sql<Row>`select ${refs([...key, ...columns])} from ${name} ${those}`.execute(t.db.writer);
  const set = (row: Row) => sql.join(columns.map((one) => sql`${sql.ref(one)} = ${row[one]}`));
  await sql`update ${name} set ${set(Object.fromEntries(columns.map((one) => [one, value])))} ${those}`.execute(
    t.db.writer,
  );
  await during();
  for (const row of originalRows) {
    const same = sql.join(
      key.map((one) => sql`${sql.ref(one)} = ${row[one]}`),
      sql` and `,
    );
    await sql`update ${name} set ${set(row)} where ${same}`.execute(t.db.writer);
  }
}

interface Answered {
  user: (typeof askers)[number];
  path: string;
  ids: Set<string | undefined>;
}

async function lostOf(responses: readonly Answered[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { user, path, ids: before } of responses) {
    const now = await t.as(user).get(path);
    const there = idsIn(now.text);
    if (now.status >= 300) lost.push(`${user} ${path}: ${now.status}`);
    else if (
      [...before].some((id) => !there.has(id) && !(id === hostile && mayLeaveOut.has(path.split('?')[0])))
    )
      lost.push(`${user} ${path}: rows are missing`);
  }
  return lost;
}

test('a row with unsafe numbers breaks no list', async () => {
  const responses: Answered[] = [];
  const knownIds = new Set<string>();
  for (const user of askers)
    for (const path of addresses()) {
      const { status, text } = await t.as(user).get(path);
      const same = `${user} ${path.split('?')[0]} ${text}`;
      if (status < 300 && !knownIds.has(same)) responses.push({ user, path, ids: idsIn(text) });
      knownIds.add(same);
    }
  const admins = responses.filter(({ user, path }) => user === 'admin' && reckons.test(path));
  const lost: Record<string, string[]> = {};
  const callAll = async (
    one: Awaited<ReturnType<typeof figures>>[number],
    columns: readonly string[],
    value: number,
    responses: readonly Answered[],
  ) =>
    holding(one, columns, value, async () => {
      const found = await lostOf(responses);
      if (found.length > 0) lost[`${one.table} ${columns.join(' ')} ${value}`] = found;
    });
  for (const one of await figures()) {
    if (!multiplied.has(one.table)) continue;
    for (const column of one.columns) {
      await callAll(one, [column], maxSafe, admins);
      if (/num|den/i.test(column)) await callAll(one, [column], 0, admins);
    }
  }
  const all = await figures();
  for (const value of [maxSafe, -maxSafe]) {
    const nested = all.reduceRight<() => Promise<void>>(
      (during, one) => () => holding(one, one.columns, value, during),
      async () => {
        const found = await lostOf(responses);
        if (found.length > 0) lost[`everything ${value}`] = found;
      },
    );
    await nested();
  }
  expect(lost).toEqual({});
  expect(t.errors).toEqual([]);
}, 120_000);
