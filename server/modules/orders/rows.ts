import type { Selectable } from 'kysely';
import type { LineLot, OrderLine } from '#domain/orders/lines.ts';
import type { MovableOrder } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { forUpdate } from '../../db/locking.ts';
import type { OrderLineRow, OrderRow } from '../../db/tables.ts';
import type { Dialect, Queryable, Tx } from '../../db/types.ts';
import { notFound } from '../../http/problems.ts';
import { visibleTo } from './scope.ts';
import type { Actor } from '#domain/permissions.ts';

export type Head = Selectable<OrderRow>;

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

/** Reads one order that the actor may see. Throws 404. */
export async function readOrder(db: Queryable, actor: Actor, id: string): Promise<LoadedOrder> {
  const head = await db
    .selectFrom('orders')
    .selectAll()
    .where('_id', '=', id)
    .where(visibleTo(actor))
    .executeTakeFirst();
  if (!head) throw notFound();
  return { head, lines: await readLines(db, id) };
}

/** The same in a transaction, the order locked until its end: what is decided on it stays true. */
export async function lockOrder(tx: Tx, dialect: Dialect, actor: Actor, id: string): Promise<LoadedOrder> {
  const head = await tx
    .selectFrom('orders')
    .selectAll()
    .where('_id', '=', id)
    .where(visibleTo(actor))
    .$call(forUpdate(dialect))
    .executeTakeFirst();
  if (!head) throw notFound();
  return { head, lines: await readLines(tx, id) };
}

async function readLines(db: Queryable, orderId: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, lots: JSON.parse(row.lots) as Lot[] }));
}

const toRow = (line: Line): OrderLineRow => ({ ...line, lots: JSON.stringify(line.lots) });

export async function insertOrder(tx: Tx, { head, lines }: LoadedOrder): Promise<void> {
  await tx.insertInto('orders').values(head).execute();
  if (lines.length > 0) await tx.insertInto('orderLines').values(lines.map(toRow)).execute();
}

/** Writes the order's own row: everything but what never changes. */
export async function saveHead(tx: Tx, head: Head): Promise<void> {
  const { _id, orderNo, branch, branchName, kitchen, kitchenName, userId, userName, createdAt, ...changing } =
    head;
  await tx.updateTable('orders').set(changing).where('_id', '=', _id).execute();
}

/** Writes these lines, new or changed, in one statement. */
export async function saveLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('orderLines')
    .values(lines.map(toRow))
    .onConflict((conflict) =>
      conflict.column('lineId').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        unit: eb.ref('excluded.unit'),
        unitSymbol: eb.ref('excluded.unitSymbol'),
        unitNum: eb.ref('excluded.unitNum'),
        unitDen: eb.ref('excluded.unitDen'),
        unitCostE4: eb.ref('excluded.unitCostE4'),
        orderQtyMicro: eb.ref('excluded.orderQtyMicro'),
        approvedQtyMicro: eb.ref('excluded.approvedQtyMicro'),
        pickedQtyMicro: eb.ref('excluded.pickedQtyMicro'),
        shippedQtyMicro: eb.ref('excluded.shippedQtyMicro'),
        receivedQtyMicro: eb.ref('excluded.receivedQtyMicro'),
        damagedQtyMicro: eb.ref('excluded.damagedQtyMicro'),
        shortQtyMicro: eb.ref('excluded.shortQtyMicro'),
        overQtyMicro: eb.ref('excluded.overQtyMicro'),
        substituteFor: eb.ref('excluded.substituteFor'),
        reason: eb.ref('excluded.reason'),
        lots: eb.ref('excluded.lots'),
        note: eb.ref('excluded.note'),
        photo: eb.ref('excluded.photo'),
      })),
    )
    .execute();
}

export interface HistoryEntry {
  from: string | null;
  to: string;
  reason: string | null;
}

/** Appends steps of the order's life, oldest first. */
export async function appendHistory(
  tx: Tx,
  orderId: string,
  by: { actor: Pick<Actor, '_id' | 'name'>; at: string },
  entries: readonly HistoryEntry[],
): Promise<void> {
  const common = { orderId, by: by.actor._id, byName: by.actor.name, at: by.at };
  await tx
    .insertInto('orderHistory')
    .values(entries.map((entry) => ({ ...common, ...entry })))
    .execute();
}
