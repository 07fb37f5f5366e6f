import { transitionsFor } from '../order-rules.ts';
import type { Order, OrderSummary } from '../shapes.ts';
import type { OrderTransition } from '../lifecycle.ts';
import { orderKey } from './queries/key.ts';
import type { DocumentKind } from '#platform/documents/web/document-kind.ts';
import { orderMessages } from './order-messages.ts';

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
