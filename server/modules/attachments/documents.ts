import {
  type AttachedDocument,
  mayAttachToOrder,
  mayAttachToWastage,
  orderTakesPhotos,
  wastageTakesPhotos,
} from '#domain/attachments.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import type { Access } from '../../http/route.ts';
import type { AppEvent, EventWhat } from '../../http/services.ts';
import { changedEvent } from '../orders/events.ts';
import { isVisible } from '../orders/scope.ts';
import { wastageFor } from '../wastage/list.ts';

/** A document as far as its photos go. */
interface Found {
  /** What it is called: ORD-2026-000123. */
  number: string;
  takesPhotos(now: Date): boolean;
  mayAttach(now: Date): boolean;
  event(what: EventWhat): AppEvent;
}

/** A kind of document that photos are attached to: the one place that knows how its rows are found and who may. */
export interface Attachable {
  docType: AttachedDocument;
  path: string;
  /** What a change of its photos asks for before the document's own rule does. */
  flag: Extract<Access, { kind: 'collection' }>['flag'];
  /** The document, where this person sees it; null otherwise. */
  find(db: Queryable, actor: Actor, id: string): Promise<Found | null>;
  /** Keeps others from changing it, or its photos, until the transaction ends. */
  lock(tx: Tx, id: string): Promise<unknown>;
  /** Whether the document has the line. */
  hasLine(db: Queryable, id: string, lineId: string): Promise<boolean>;
}

const orders: Attachable = {
  docType: 'orders',
  path: '/orders',
  flag: 'canEdit',
  async find(db, actor, id) {
    const row = await db
      .selectFrom('orders')
      .select(['_id', 'orderNo', 'branch', 'kitchen', 'sentAt', 'status', 'receivedAt'])
      .where('_id', '=', id)
      .executeTakeFirst();
    if (!row || !isVisible(actor, row)) return null;
    return {
      number: row.orderNo,
      takesPhotos: (now) => orderTakesPhotos(row, now),
      mayAttach: (now) => mayAttachToOrder(row, actor, now),
      event: (what) => changedEvent(row, what),
    };
  },
  lock: (tx, id) => tx.selectFrom('orders').select('_id').where('_id', '=', id).$call(tx.lock).execute(),
  async hasLine(db, id, lineId) {
    const line = db.selectFrom('orderLines').select('lineId').where('orderId', '=', id);
    return (await line.where('lineId', '=', lineId).executeTakeFirst()) !== undefined;
  },
};

const wastage: Attachable = {
  docType: 'wastage',
  path: '/wastage',
  flag: 'anyWrite',
  async find(db, actor, id) {
    const row = await db
      .selectFrom('wastage')
      .select(['_id', 'number', 'branch', 'status', 'userId'])
      .where('_id', '=', id)
      .where(wastageFor(actor))
      .executeTakeFirst();
    if (!row) return null;
    return {
      number: row.number,
      takesPhotos: () => wastageTakesPhotos(row),
      mayAttach: () => mayAttachToWastage(row, actor),
      event: (what) => ({
        collection: 'wastage',
        id,
        what,
        branches: [row.branch],
        kitchens: [row.branch],
      }),
    };
  },
  lock: (tx, id) => tx.selectFrom('wastage').select('_id').where('_id', '=', id).$call(tx.lock).execute(),
  hasLine: async () => false,
};

export const attachables: readonly Attachable[] = [orders, wastage];
