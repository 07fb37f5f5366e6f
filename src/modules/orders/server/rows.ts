import type { Selectable } from 'kysely';
import type { LineLot, OrderLifecycleLine } from '../lines.ts';
import type { OrderLifecycleInput } from '../lifecycle.ts';
import type { OrderStatus } from '../status.ts';
import type { OrderLineRow } from '#platform/server/db/tables.ts';
import { orderDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';
import { type OrderHeader, toOrderSummary } from './summary.ts';

export type OrderLineLot = LineLot;

/** A line as the domain rules require it, with all other stored columns. */
export interface StoredOrderLine
  extends Omit<Selectable<OrderLineRow>, 'lots'>,
    Omit<OrderLifecycleLine, OptionalRuleField> {
  lots: OrderLineLot[];
}

/** Fields that are optional in the rules but present in every row. */
type OptionalRuleField =
  | 'lots'
  | 'pieces'
  | 'note'
  | 'substituteAnswer'
  | 'requiresAcceptance'
  | 'receivingMinTemp'
  | 'receivingMaxTemp'
  | 'temperatureMicro'
  | 'isReceivingNote'
  | 'isReceivingReason';

/** An order in memory, as checked by the rules and saved. */
export type LoadedOrder = LoadedDocument<OrderHeader, StoredOrderLine>;

/** Converts an order to the input of the lifecycle rules. */
export function buildOrderLifecycleInput({
  header,
  lines,
}: LoadedOrder): OrderLifecycleInput & { _id: string; status: OrderStatus } {
  return { ...header, status: header.status as OrderStatus, lines };
}

/** Stores orders and lines; the list summary is written with every change. */
export const orderStore = createDocumentStore<OrderHeader, StoredOrderLine>(orderDocument, {
  deriveColumns: (header) => ({ summary: JSON.stringify(toOrderSummary(header)) }),
  immutableColumns: {
    header: ['orderNo', 'branch', 'branchName', 'kitchen', 'kitchenName', 'userId', 'userName', 'createdAt'],
    lines: ['orderId', 'position', 'itemId', 'itemCode', 'itemName', 'itemNameAlt', 'category', 'section'],
  },
  json: ['lots'],
});
