import type { Selectable } from 'kysely';
import type { LineLot, OrderLine } from '#domain/orders/lines.ts';
import { type MovableOrder, orderLifecycle } from '#domain/orders/moves.ts';
import type { Reason } from '#domain/reasons/said.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { Actor } from '#domain/permissions.ts';
import { insertRows, statement } from '../../db/statements.ts';
import type { OrderLineRow } from '../../db/tables.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { notFound } from '../../http/problems.ts';
import { reasonColumns } from './reasons.ts';
import { isVisible } from './scope.ts';
import { type Head, toSummary } from './summary.ts';

export interface Lot extends LineLot {
  expiry?: string | undefined;
}

/** A line as the rules read it, with everything else the row holds. */
export interface Line extends Omit<Selectable<OrderLineRow>, 'lots'>, OrderLine {
  lots: Lot[];
}

/** An order in memory: what the rules read, and what is saved. */
export interface LoadedOrder {
  head: Head;
  lines: Line[];
}

/** The order as the lifecycle rules see it. */
export function movable({ head, lines }: LoadedOrder): MovableOrder & { _id: string; status: OrderStatus } {
  return { ...head, status: head.status as OrderStatus, lines };
}

const headOf = statement((db, id: string) => db.selectFrom('orders').selectAll().where('_id', '=', id));

const lockedHeadOf = statement((db, id: string) =>
  db.selectFrom('orders').selectAll().where('_id', '=', id).forUpdate(),
);

const linesOf = statement((db, orderId: string) =>
  db.selectFrom('orderLines').selectAll().where('orderId', '=', orderId).orderBy('position'),
);

/** Reads one order that the actor may see. Throws 404. */
export async function readOrder(db: Queryable, actor: Actor, id: string): Promise<LoadedOrder> {
  const [head] = await headOf(db, id);
  if (!head || !isVisible(actor, head)) throw notFound();
  return { head, lines: await readLines(db, id) };
}

/** The same in a transaction, the order locked until its end: what is decided on it stays true. */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<LoadedOrder> {
  const [head] = await (tx.dialect === 'postgres' ? lockedHeadOf : headOf)(tx, id);
  if (!head || !isVisible(actor, head)) throw notFound();
  return { head, lines: await readLines(tx, id) };
}

async function readLines(db: Queryable, orderId: string): Promise<Line[]> {
  const rows = await linesOf(db, orderId);
  return rows.map((row) => ({ ...row, lots: JSON.parse(row.lots) as Lot[] }));
}

const toRow = (line: Line): OrderLineRow => ({ ...line, lots: JSON.stringify(line.lots) });

const withSummary = (head: Head) => ({ ...head, summary: JSON.stringify(toSummary(head)) });

export async function insertOrder(tx: Tx, { head, lines }: LoadedOrder): Promise<void> {
  await insertRows(tx, 'orders', [withSummary(head)]);
  await insertRows(tx, 'orderLines', lines.map(toRow));
}

/** What of an order and of its lines never changes once it is there. */
const frozen = {
  orders: ['orderNo', 'branch', 'branchName', 'kitchen', 'kitchenName', 'userId', 'userName', 'createdAt'],
  lines: ['orderId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt', 'category', 'section'],
};

/** Writes the order's own row. */
export async function saveHead(tx: Tx, head: Head): Promise<void> {
  await insertRows(tx, 'orders', [withSummary(head)], { key: ['_id'], keep: frozen.orders });
}

/** Writes these lines, new or changed, in one statement. */
export async function saveLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  await insertRows(tx, 'orderLines', lines.map(toRow), { key: ['lineId'], keep: frozen.lines });
}

export interface HistoryEntry {
  from: string | null;
  to: string;
  /** Null where nobody was asked for one. */
  reason: Reason | null;
}

/** Appends steps of the order's life, oldest first, each from where the one before it led. */
export async function appendHistory(
  tx: Tx,
  orderId: string,
  by: { actor: Pick<Actor, '_id' | 'name'>; at: string },
  entries: readonly HistoryEntry[],
): Promise<void> {
  // Whoever writes here has asked the rules; a life that they do not know is a mistake of ours.
  if (!orderLifecycle.isLegalPath(entries, entries[0]?.from))
    throw new Error(`Order ${orderId} cannot live like this: ${JSON.stringify(entries)}`);
  const common = { orderId, by: by.actor._id, byName: by.actor.name, at: by.at };
  await insertRows(
    tx,
    'orderHistory',
    entries.map(({ from, to, reason }) => ({ ...common, from, to, ...reasonColumns(reason) })),
  );
}
