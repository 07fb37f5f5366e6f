import { transitionsFor } from '#contract/order-rules.ts';
import type { Order, OrderSummary } from '#contract/shapes/orders.ts';
import type { OrderTransition } from '#domain/orders/lifecycle.ts';
import { orderKey } from '#src/collections/orders/key.ts';
import type { DocumentKind } from '../document/document-kind.ts';
import { orderMessages } from './messages.ts';

type AnyOrder = OrderSummary & Partial<Pick<Order, 'items'>>;

/** Document kind of orders. */
export const orderKind: DocumentKind<AnyOrder, OrderTransition> = {
  keyOf: ({ _id }) => orderKey(_id),
  numberOf: ({ orderNo }) => orderNo,
  movesFor: transitionsFor,
  primary: new Set(['submit', 'send', 'accept', 'ship', 'receive', 'reopen']),
  asked: new Set(['cancel', 'reject', 'send back', 'un-ship']),
  destructive: new Set(['cancel', 'reject']),
  words: orderMessages,
};
