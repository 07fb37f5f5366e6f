import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMatrixRows, type MatrixRows } from '#app/server/authorization/matrix-rows.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import type { Route } from './route.ts';

/**
 * Sets every numeric column of every table to the largest and smallest stored number, whose products are
 * inexact, and requests every registered read route as every user: no list may fail.
 */
let t: TestApp;
let rows: MatrixRows;
const orders: string[] = [];
const users = ['admin', 'branch', 'kitchen'] as const;
const maxSafe = Number.MAX_SAFE_INTEGER;

const reads = routes.filter(({ method, path }) => method === 'get' && path !== '/events');
/** Numeric columns that aren't quantities or amounts: they identify rows and versions. */
const identifierColumns = /^(seq|version|isActive|passwordVersion|cycle|position|row|next|reversesSeq)$/;
/** Boolean columns. */
const booleanColumns =
  /^(is[A-Z]|can[A-Z]|for[A-Z]|requiresNote|catchWeight|track|wholeOnly|inclusive|priceIncludesVAT|preferred|late|hasDiscrepancy|sentToKitchen|requiresReview|receivingPhoto|isReceivingNote|isReceivingReason|rejectsShortShelfLife|limitsExpiryToIngredients|depletesStock)/;
/** System tables, and tables that the database protects from changes. */
const systemTables =
  /^(migrations?|kysely|sessions|signIn|knownDevices|idempotency|sequences|files|import|stockCountEntries|recipeVersions|recall|labelPrints)/;

beforeAll(async () => {
  t = await createTestApp();
  rows = await createMatrixRows(t);
  for (const item of [ids.items.flour, ids.items.tomato, ids.items.milk])
    await receiveStock(t, ids.branch1, item, 10);
  for (const status of ['Draft', 'Under Review', 'Under Process', 'Shipped', 'Received'] as const)
    orders.push((await createOrderInStatus(t, status)).header._id);
  orders.push((await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-03' })).header._id);
});
afterAll(() => t.close());

const listQueries = [
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

function buildPaths(route: Route): string[] {
  const { path } = route;
  if (!path.includes(':')) return listDistinctPaths(route, listQueries);
  const collection = path.split('/')[1] ?? '';
  const rowIds = collection === 'orders' ? orders : [rows[collection]?.own ?? ids.items.flour, ids.branch1];
  return rowIds.map((id) => path.replace(/:[a-zA-Z]+/, id));
}

const listPaths = () => [...new Set(reads.flatMap(buildPaths))];

/** Lists that omit an item that can't be ordered or used. */
const mayOmitItems = new Set<string | undefined>([
  '/orders/suggestions',
  '/item-levels/use',
  // The unbilled value of a line is undefined without exact figures.
  '/supplier-invoices/accruals',
]);

/** Every row id in a response, to detect lost rows. */
const readIds = (text: string) =>
  new Set([...text.matchAll(/"(?:_id|itemId|lineId)":"([^"]+)"/g)].map(([, id]) => id));

/** Key columns of a table. */
function findKey(columns: readonly string[]): readonly string[] {
  const key = [
    ['_id'],
    ['lineId', 'lotId'],
    ['lineId'],
    ['placeId', 'itemId', 'lotId'],
    ['placeId', 'itemId'],
  ].find((candidate) => candidate.every((column) => columns.includes(column)));
  return key ?? [];
}

/** All numeric columns of each table. */
async function listNumericColumns(): Promise<{ table: string; key: readonly string[]; columns: string[] }[]> {
  const tables = await t.db.writer.introspection.getTables();
  return tables
    .filter(({ name }) => !systemTables.test(name))
    .map(({ name, columns }) => ({
      table: name,
      key: findKey(columns.map((column) => column.name)),
      columns: columns
        .filter(
          ({ name: column, dataType }) =>
            /int/i.test(dataType) && !identifierColumns.test(column) && !booleanColumns.test(column),
        )
        .map((column) => column.name),
    }))
    .filter(({ key, columns }) => key.length > 0 && columns.length > 0);
}

/**
 * Columns that contain the item: only the hostile item's rows have unsafe numbers, and only these may be
 * omitted.
 */
const itemColumns = new Map([
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
const hostileItem = ids.items.flour;

/** Tables whose figures are multiplied, divided or summed: each of their columns is also tested alone. */
const computedTables = new Set([
  'balances',
  'itemConversions',
  'orderLines',
  'orders',
  'reservations',
  'units',
  'wastage',
]);

/** Paths of reads that multiply, divide or sum. */
const computingPaths = /^\/(orders\/[^?]*|stock\/summary|item-levels\/use|wastage\/summary|stock)(\?|$)/;

type Row = Record<string, string | number | null>;

/** Sets columns to a value while `work` runs, then restores them. */
async function withColumnsSet(
  { table, key }: { table: string; key: readonly string[] },
  columns: readonly string[],
  value: number,
  work: () => Promise<void>,
): Promise<void> {
  const name = sql.table(table);
  const joinRefs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  const itemCondition = itemColumns.has(table)
    ? sql`where ${sql.ref(itemColumns.get(table) as string)} = ${hostileItem}`
    : sql``;
  const { rows: originalRows } =
    await sql<Row>`select ${joinRefs([...key, ...columns])} from ${name} ${itemCondition}`.execute(
      t.db.writer,
    );
  const set = (row: Row) => sql.join(columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`));
  await sql`update ${name} set ${set(Object.fromEntries(columns.map((column) => [column, value])))} ${itemCondition}`.execute(
    t.db.writer,
  );
  await work();
  for (const row of originalRows) {
    const matchesKey = sql.join(
      key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    );
    await sql`update ${name} set ${set(row)} where ${matchesKey}`.execute(t.db.writer);
  }
}

interface RecordedResponse {
  user: (typeof users)[number];
  path: string;
  ids: Set<string | undefined>;
}

async function findLosses(responses: readonly RecordedResponse[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { user, path, ids: before } of responses) {
    const response = await t.as(user).get(path);
    const idsNow = readIds(response.text);
    if (response.status >= 300) lost.push(`${user} ${path}: ${response.status}`);
    else if (
      [...before].some(
        (id) => !idsNow.has(id) && !(id === hostileItem && mayOmitItems.has(path.split('?')[0])),
      )
    )
      lost.push(`${user} ${path}: rows are missing`);
  }
  return lost;
}

test('lists work if rows contain unsafe numbers', async () => {
  const responses: RecordedResponse[] = [];
  const responseFingerprints = new Set<string>();
  for (const user of users)
    for (const path of listPaths()) {
      const { status, text } = await t.as(user).get(path);
      const fingerprint = `${user} ${path.split('?')[0]} ${text}`;
      if (status < 300 && !responseFingerprints.has(fingerprint))
        responses.push({ user, path, ids: readIds(text) });
      responseFingerprints.add(fingerprint);
    }
  const computingResponses = responses.filter(
    ({ user, path }) => user === 'admin' && computingPaths.test(path),
  );
  const lost: Record<string, string[]> = {};
  const callAll = async (
    target: Awaited<ReturnType<typeof listNumericColumns>>[number],
    columns: readonly string[],
    value: number,
    responses: readonly RecordedResponse[],
  ) =>
    withColumnsSet(target, columns, value, async () => {
      const found = await findLosses(responses);
      if (found.length > 0) lost[`${target.table} ${columns.join(' ')} ${value}`] = found;
    });
  for (const target of await listNumericColumns()) {
    if (!computedTables.has(target.table)) continue;
    for (const column of target.columns) {
      await callAll(target, [column], maxSafe, computingResponses);
      if (/num|den/i.test(column)) await callAll(target, [column], 0, computingResponses);
    }
  }
  const all = await listNumericColumns();
  for (const value of [maxSafe, -maxSafe]) {
    const nested = all.reduceRight<() => Promise<void>>(
      (work, target) => () => withColumnsSet(target, target.columns, value, work),
      async () => {
        const found = await findLosses(responses);
        if (found.length > 0) lost[`everything ${value}`] = found;
      },
    );
    await nested();
  }
  expect(lost).toEqual({});
  expect(t.errors).toEqual([]);
}, 120_000);
