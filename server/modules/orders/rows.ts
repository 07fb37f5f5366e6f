import type { Selectable } from 'kysely';
import type { LineLot, OrderLine } from '#domain/orders/lines.ts';
import type { OrderLifecycleInput } from '#domain/orders/lifecycle.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { OrderLineRow } from '../../db/tables.ts';
import { orderDocument } from '../../documents/registry.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';
import { type OrderHeader, toOrderSummary } from './summary.ts';

export type OrderLineLot = LineLot;

/** A line as the rules read it, with everything else the row holds. */
export interface StoredOrderLine
  extends Omit<Selectable<OrderLineRow>, 'lots'>,
    Omit<OrderLine, OptionalRuleField> {
  lots: OrderLineLot[];
}

/** What the rules may do without, and every row has. */
type OptionalRuleField =
  | 'lots'
  | 'pieces'
  | 'note'
  | 'substituteAnswer'
  | 'substituteAsked'
  | 'receivingMinTemp'
  | 'receivingMaxTemp'
  | 'temperatureMicro'
  | 'noteOfReceipt'
  | 'reasonOfReceipt';

/** An order in memory: what the rules read, and what is saved. */
export type LoadedOrder = LoadedDocument<OrderHeader, StoredOrderLine>;

/** The order as the rules of edits see it. */
export function orderLifecycleInput({
  head,
  lines,
}: LoadedOrder): OrderLifecycleInput & { _id: string; status: OrderStatus } {
  return { ...head, status: head.status as OrderStatus, lines };
}

/** The orders' own rows and their lines; the summary that lists show is written with every change. */
export const orderStore = documentStore<OrderHeader, StoredOrderLine>(orderDocument, {
  derived: (head) => ({ summary: JSON.stringify(toOrderSummary(head)) }),
  frozen: {
    head: ['orderNo', 'branch', 'branchName', 'kitchen', 'kitchenName', 'userId', 'userName', 'createdAt'],
    lines: ['orderId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt', 'category', 'section'],
  },
  json: ['lots'],
});
