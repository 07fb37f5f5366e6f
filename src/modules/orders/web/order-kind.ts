import { toLifecycleInput } from '../order-rules.ts';
import type { Order, OrderSummary } from '../shapes.ts';
import { orderLifecycle } from '../lifecycle.ts';
import { documentKind } from '#platform/documents/web/document-kind.ts';
import { orderMessages } from './order-messages.ts';

type AnyOrder = OrderSummary & Partial<Pick<Order, 'items'>>;

/** Actions on orders. */
export const orderKind = documentKind({
  collection: 'orders',
  lifecycle: orderLifecycle,
  getNumber: ({ orderNo }: AnyOrder) => orderNo,
  toLifecycleInput,
  primary: ['submit', 'send', 'accept', 'ship', 'receive', 'reopen'],
  requiresConfirmation: ['cancel', 'reject', 'send back', 'unship'],
  destructive: ['cancel', 'reject'],
  labels: orderMessages,
});
