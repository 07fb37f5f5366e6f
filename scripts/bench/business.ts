import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { OrderStatus } from '#modules/orders/status.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { AuditArchivedRow, Database, NewRow, OrderRow } from '#platform/server/db/tables.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { newToken, hashToken } from '#platform/server/http/tokens.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { toOrderSummary } from '#modules/orders/server/summary.ts';
import { ids } from '#app/server/testing/ids.ts';
import { seedMinimalBusiness } from '#app/server/testing/minimal-business.ts';

export interface BenchBusiness {
  /** A folder with `commissary.db`, for the real server. */
  dataDir: string;
  /** The same rows in a separate file, for the baseline server (node:http without the framework). */
  bareFile: string;
  token: string;
  /** Ids of the measured branch's orders, spread over its whole history. */
  orders: string[];
  drop(): void;
}

const branchCount = 20;
const kitchen = { _id: ids.kitchen, name: 'Central Kitchen' };
const person = { _id: ids.users.branch, name: 'Test branch' };

/** Statuses of a received order, each a minute after the previous one. */
const receivedStatuses: readonly OrderStatus[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];
const rejectedStatuses: readonly OrderStatus[] = ['Draft', 'Under Review', 'Rejected'];
const cancelledStatuses: readonly OrderStatus[] = ['Draft', 'Cancelled'];

/**
 * Returns an order's status history. The newest thousand orders are at any stage; older ones are received,
 * rejected or cancelled.
 */
function listStatuses(index: number, orders: number): readonly OrderStatus[] {
  if (index > orders - 1000) return receivedStatuses.slice(0, 1 + (Math.floor(index / branchCount) % 5));
  if (index % 97 === 0) return rejectedStatuses;
  return index % 97 === 1 ? cancelledStatuses : receivedStatuses;
}

interface Branch {
  _id: string;
  name: string;
}

/** Adds eighteen branches to the minimal business, all supplied by its kitchen. */
async function addBranches(tx: Tx): Promise<Branch[]> {
  const template = await tx
    .selectFrom('branches')
    .selectAll()
    .where('_id', '=', ids.branch1)
    .executeTakeFirstOrThrow();
  const added = Array.from({ length: branchCount - 2 }, (_, n) => {
    const number = String(n + 2).padStart(2, '0');
    const name = `Branch ${number}`;
    return { ...template, _id: `branch-${number}`, code: `BR${number}`, name, search: name.toLowerCase() };
  });
  await insertRows(tx, 'branches', added);
  await createLocations(tx, added);
  return [{ _id: ids.branch1, name: template.name }, { _id: ids.branch2, name: 'Station' }, ...added];
}

/** Orders per transaction: a statement takes at most 32,766 values, and an order has two lines. */
const ordersPerTransaction = 400;
const minuteMs = 60_000;
const firstAt = Date.parse('2024-03-01T00:00:00.000Z');

/**
 * Inserts orders for twenty branches with two lines each, as the API would store them, with history, archived
 * audit and counters, but without stock moves. The result passes `reconcile`.
 */
export async function fillOrders(db: Db, orders: number): Promise<void> {
  const branches = await db.write(addBranches);
  const items = await db.read
    .selectFrom('items')
    .selectAll()
    .where('itemCode', 'in', ['IT-001', 'IT-002'])
    .orderBy('itemCode')
    .execute();
  const counts = new Map<string, { branch: string; status: string; sentToKitchen: 0 | 1; count: number }>();

  for (let first = 1; first <= orders; first += ordersPerTransaction) {
    const batch = {
      orders: [] as NewRow<'orders'>[],
      lines: [] as NewRow<'orderLines'>[],
      history: [] as NewRow<'orderHistory'>[],
      audit: [] as AuditArchivedRow[],
    };
    for (let index = first; index < first + ordersPerTransaction && index <= orders; index++) {
      const statuses = listStatuses(index, orders);
      const header = createHeader(index, statuses, branches[index % branchCount] ?? kitchen);
      batch.orders.push({ ...header, summary: JSON.stringify(toOrderSummary(header)) });
      batch.lines.push(...items.map((item, position) => createLine(header, item, position)));
      batch.history.push(
        ...statuses.map((to, step) => ({
          orderId: header._id,
          from: statuses[step - 1] ?? null,
          to,
          by: person._id,
          byName: person.name,
          at: getTime(index, step),
          reason: null,
          reasonCode: null,
          reasonNote: null,
        })),
      );
      batch.audit.push({ entity: 'orders', entityId: header._id, rows: statuses.length });
      const countKey = {
        branch: header.branch,
        status: header.status,
        sentToKitchen: header.sentAt ? (1 as const) : (0 as const),
      };
      const key = Object.values(countKey).join();
      counts.set(key, { ...countKey, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    await db.write(async (tx) => {
      await insertRows(tx, 'orders', batch.orders);
      await insertRows(tx, 'orderLines', batch.lines);
      await insertRows(tx, 'orderHistory', batch.history);
      await insertRows(tx, 'auditArchived', batch.audit);
    });
  }
  await db.write((tx) =>
    insertRows(
      tx,
      'orderCounts',
      [...counts.values()].map((countKey) => ({ ...countKey, kitchen: kitchen._id })),
    ),
  );
}

const getTime = (index: number, step: number) => new Date(firstAt + (index + step) * minuteMs).toISOString();

function createHeader(
  index: number,
  statuses: readonly OrderStatus[],
  branch: Branch,
): Omit<OrderRow, 'summary'> {
  const getStatusTime = (status: OrderStatus) =>
    statuses.includes(status) ? getTime(index, statuses.indexOf(status)) : null;
  const getStatusDay = (status: OrderStatus) => getStatusTime(status)?.slice(0, 10) ?? null;
  return {
    _id: `o-${String(index).padStart(8, '0')}`,
    orderNo: `ORD-2024-${String(index).padStart(6, '0')}`,
    status: statuses.at(-1) ?? 'Draft',
    branch: branch._id,
    branchName: branch.name,
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    userId: person._id,
    userName: person.name,
    createdAt: getTime(index, 0),
    updatedAt: getTime(index, statuses.length - 1),
    version: statuses.length,
    dateTime: getStatusTime('Under Review'),
    sentAt: getStatusTime('Sent to Central Kitchen'),
    acceptedAt: getStatusTime('Under Process'),
    shippedAt: getStatusTime('Shipped'),
    receivedAt: getStatusTime('Received'),
    shippedDay: getStatusDay('Shipped'),
    receivedDay: getStatusDay('Received'),
    deliveryDate: getTime(index, 0).slice(0, 10),
    orderType: 'Regular',
    occasion: null,
    eventAt: null,
    guests: null,
    cutoffAt: null,
    notes: null,
    transitionReason: null,
    deliveryNoteNo: null,
    driver: null,
    vehicle: null,
    departsAt: null,
    crates: null,
    unansweredSubstitutes: null,
    lineCount: 2,
    linesOrdered: statuses.includes('Shipped') ? 2 : null,
    linesShippedComplete: statuses.includes('Shipped') ? 2 : null,
    unitsOrderedMicro: statuses.includes('Shipped') ? 2 * orderedMicro * 10 : null,
    unitsShippedMicro: statuses.includes('Shipped') ? 2 * orderedMicro * 10 : null,
    linesReceivedComplete: statuses.includes('Received') ? 2 : null,
    valueE4: 1_200_000,
    isLate: 0,
    hasDiscrepancy: 0,
    cycle: 0,
  };
}

const orderedMicro = 5_000_000;

function createLine(
  header: Omit<OrderRow, 'summary'>,
  item: Selectable<Database['items']>,
  position: number,
): NewRow<'orderLines'> {
  const shipped = header.shippedAt ? orderedMicro : null;
  const received = header.receivedAt ? orderedMicro : null;
  const zero = header.receivedAt ? 0 : null;
  return {
    lineId: `${header._id}-${position}`,
    orderId: header._id,
    position,
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    itemNameAlt: null,
    category: item.category,
    section: item.section,
    unit: item.orderUnit ?? '',
    unitSymbol: 'case',
    unitNum: 10,
    unitDen: 1,
    orderQtyMicro: orderedMicro,
    approvedQtyMicro: header.sentAt ? orderedMicro : null,
    pickedQtyMicro: shipped,
    shippedQtyMicro: shipped,
    receivedQtyMicro: received,
    damagedQtyMicro: zero,
    shortQtyMicro: zero,
    overQtyMicro: zero,
    stockAtOrderMicro: null,
    suggestedQtyMicro: null,
    unitCostMicro: 12_000_000,
    substituteFor: null,
    reason: null,
    reasonCode: null,
    reasonNote: null,
    lots: '[]',
    note: null,
    photo: null,
  };
}

/**
 * Creates a business with this many orders in a file, and a session of a user who orders for its first
 * branch.
 */
export async function fillBusiness(orders: number): Promise<BenchBusiness> {
  const dataDir = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const file = join(dataDir, 'commissary.db');
  const db = openSqliteFile(file);
  await migrate(db);
  const token = newToken();
  await db.write((tx) => seedMinimalBusiness(tx, new Date(), 'unused password hash'));
  await db.writer
    .insertInto('sessions')
    .values({
      tokenHash: await hashToken(token),
      sessionId: 'bench',
      userId: ids.users.branch,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 8 * 3_600_000).toISOString(),
      ip: '127.0.0.1',
      userAgent: 'bench',
    })
    .execute();
  await fillOrders(db, orders);
  const existing = await db.read
    .selectFrom('orders')
    .select('_id')
    .where('branch', '=', ids.branch1)
    .orderBy('createdAt')
    .execute();
  await db.close();
  const bareFile = join(dataDir, 'bare.db');
  copyFileSync(file, bareFile);
  return {
    dataDir,
    bareFile,
    token,
    orders: Array.from(
      { length: 200 },
      (_, n) => existing[Math.floor((n * existing.length) / 200)]?._id ?? '',
    ),
    drop: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
