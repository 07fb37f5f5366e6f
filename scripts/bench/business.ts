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
import { newToken, tokenHash } from '#platform/server/http/tokens.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { toOrderSummary } from '#modules/orders/server/summary.ts';
import { ids } from '#app/server/testing/ids.ts';
import { seedMinimalBusiness } from '#app/server/testing/minimal-business.ts';

export interface BenchBusiness {
  /** A folder with `commissary.db`, for the real server. */
  dataDir: string;
  /** The same rows in a separate file, for the bare server. */
  bareFile: string;
  token: string;
  /** Ids of orders of the measured branch, spread over its whole history. */
  orders: string[];
  drop(): void;
}

const branchCount = 20;
const kitchen = { _id: ids.kitchen, name: 'Central Kitchen' };
const person = { _id: ids.users.branch, name: 'Test branch' };

/** Statuses of a received order, each a minute after the previous one. */
const toReceived: readonly OrderStatus[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];
const toRejected: readonly OrderStatus[] = ['Draft', 'Under Review', 'Rejected'];
const toCancelled: readonly OrderStatus[] = ['Draft', 'Cancelled'];

/** The newest thousand orders have every status, however long the history is; the others are done. */
function wayOf(nth: number, orders: number): readonly OrderStatus[] {
  if (nth > orders - 1000) return toReceived.slice(0, 1 + (Math.floor(nth / branchCount) % 5));
  if (nth % 97 === 0) return toRejected;
  return nth % 97 === 1 ? toCancelled : toReceived;
}

interface Branch {
  _id: string;
  name: string;
}

/** Adds eighteen branches to the minimal business, all supplied by its kitchen. */
async function addBranches(tx: Tx): Promise<Branch[]> {
  const model = await tx
    .selectFrom('branches')
    .selectAll()
    .where('_id', '=', ids.branch1)
    .executeTakeFirstOrThrow();
  const added = Array.from({ length: branchCount - 2 }, (_, n) => {
    const nth = String(n + 2).padStart(2, '0');
    const name = `Branch ${nth}`;
    return { ...model, _id: `branch-${nth}`, code: `BR${nth}`, name, search: name.toLowerCase() };
  });
  await insertRows(tx, 'branches', added);
  await createLocations(tx, added);
  return [{ _id: ids.branch1, name: model.name }, { _id: ids.branch2, name: 'Station' }, ...added];
}

/** Orders per transaction: a statement takes at most 32,766 values, and an order has two lines. */
const atOnce = 400;
const minuteMs = 60_000;
const firstAt = Date.parse('2024-03-01T00:00:00.000Z');

/**
 * Inserts orders of twenty branches, two lines each, as the API leaves them, with history, an archived audit
 * and counters, but without stock moves. Checked by `reconcile`.
 */
export async function fillOrders(db: Db, orders: number): Promise<void> {
  const branches = await db.write(addBranches);
  const items = await db.read
    .selectFrom('items')
    .selectAll()
    .where('itemCode', 'in', ['IT-001', 'IT-002'])
    .orderBy('itemCode')
    .execute();
  const counts = new Map<string, { branch: string; status: string; reached: 0 | 1; count: number }>();

  for (let first = 1; first <= orders; first += atOnce) {
    const common = {
      orders: [] as NewRow<'orders'>[],
      lines: [] as NewRow<'orderLines'>[],
      history: [] as NewRow<'orderHistory'>[],
      audit: [] as AuditArchivedRow[],
    };
    for (let nth = first; nth < first + atOnce && nth <= orders; nth++) {
      const way = wayOf(nth, orders);
      const head = headOf(nth, way, branches[nth % branchCount] ?? kitchen);
      common.orders.push({ ...head, summary: JSON.stringify(toOrderSummary(head)) });
      common.lines.push(...items.map((item, position) => lineOf(head, item, position)));
      common.history.push(
        ...way.map((to, step) => ({
          orderId: head._id,
          from: way[step - 1] ?? null,
          to,
          by: person._id,
          byName: person.name,
          at: atOf(nth, step),
          reason: null,
          reasonCode: null,
          reasonNote: null,
        })),
      );
      common.audit.push({ entity: 'orders', entityId: head._id, rows: way.length });
      const counted = {
        branch: head.branch,
        status: head.status,
        reached: head.sentAt ? (1 as const) : (0 as const),
      };
      const key = Object.values(counted).join();
      counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    await db.write(async (tx) => {
      await insertRows(tx, 'orders', common.orders);
      await insertRows(tx, 'orderLines', common.lines);
      await insertRows(tx, 'orderHistory', common.history);
      await insertRows(tx, 'auditArchived', common.audit);
    });
  }
  await db.write((tx) =>
    insertRows(
      tx,
      'orderCounts',
      [...counts.values()].map((counted) => ({ ...counted, kitchen: kitchen._id })),
    ),
  );
}

const atOf = (nth: number, step: number) => new Date(firstAt + (nth + step) * minuteMs).toISOString();

function headOf(nth: number, way: readonly OrderStatus[], branch: Branch): Omit<OrderRow, 'summary'> {
  const when = (status: OrderStatus) => (way.includes(status) ? atOf(nth, way.indexOf(status)) : null);
  const day = (status: OrderStatus) => when(status)?.slice(0, 10) ?? null;
  return {
    _id: `o-${String(nth).padStart(8, '0')}`,
    orderNo: `ORD-2024-${String(nth).padStart(6, '0')}`,
    status: way.at(-1) ?? 'Draft',
    branch: branch._id,
    branchName: branch.name,
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    userId: person._id,
    userName: person.name,
    createdAt: atOf(nth, 0),
    updatedAt: atOf(nth, way.length - 1),
    version: way.length,
    dateTime: when('Under Review'),
    sentAt: when('Sent to Central Kitchen'),
    acceptedAt: when('Under Process'),
    shippedAt: when('Shipped'),
    receivedAt: when('Received'),
    shippedDay: day('Shipped'),
    receivedDay: day('Received'),
    deliveryDate: atOf(nth, 0).slice(0, 10),
    orderType: 'Regular',
    cutoffAt: null,
    notes: null,
    transitionReason: null,
    deliveryNoteNo: null,
    driver: null,
    vehicle: null,
    departsAt: null,
    crates: null,
    substitutesOpen: null,
    lineCount: 2,
    linesOrdered: way.includes('Shipped') ? 2 : null,
    linesShippedComplete: way.includes('Shipped') ? 2 : null,
    unitsOrderedMicro: way.includes('Shipped') ? 2 * orderedMicro * 10 : null,
    unitsShippedMicro: way.includes('Shipped') ? 2 * orderedMicro * 10 : null,
    linesReceivedComplete: way.includes('Received') ? 2 : null,
    valueE4: 1_200_000,
    late: 0,
    hasDiscrepancy: 0,
    cycle: 0,
  };
}

const orderedMicro = 5_000_000;

function lineOf(
  head: Omit<OrderRow, 'summary'>,
  item: Selectable<Database['items']>,
  position: number,
): NewRow<'orderLines'> {
  const shipped = head.shippedAt ? orderedMicro : null;
  const received = head.receivedAt ? orderedMicro : null;
  const nothing = head.receivedAt ? 0 : null;
  return {
    lineId: `${head._id}-${position}`,
    orderId: head._id,
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
    approvedQtyMicro: head.sentAt ? orderedMicro : null,
    pickedQtyMicro: shipped,
    shippedQtyMicro: shipped,
    receivedQtyMicro: received,
    damagedQtyMicro: nothing,
    shortQtyMicro: nothing,
    overQtyMicro: nothing,
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
  await db.write((tx) => seedMinimalBusiness(tx, new Date(), 'nobody signs in with this'));
  await db.writer
    .insertInto('sessions')
    .values({
      tokenHash: await tokenHash(token),
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
