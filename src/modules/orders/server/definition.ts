import { canAttachToOrder, acceptsOrderPhotos } from '#modules/documents/attachable.ts';
import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { orderLifecycle } from '../lifecycle.ts';
import type { OrderPartyFields } from '../parties.ts';
import { orderSummary, orderLineFields } from '../shapes.ts';

/** Branch orders in the database. */
export const orderDocument = defineDocument<
  OrderPartyFields,
  DocumentHeader & OrderPartyFields & { receivedAt: string | null }
>({
  type: 'order',
  collection: 'orders',
  table: 'orders',
  number: 'orderNo',
  series: 'ORD',
  lifecycle: orderLifecycle,
  scope: { branch: 'orders.branch', kitchen: 'orders.kitchen', sentToKitchenAt: 'orders.sentAt' },
  // Visible to the branch and, once sent, to the kitchen.
  audience: ({ branch, kitchen, sentAt }) => ({
    branches: [branch],
    kitchens: sentAt === null ? [] : [kitchen],
  }),
  fields: orderSummary,
  lines: { table: 'orderLines', document: 'orderId', fields: orderLineFields },
  history: { table: 'orderHistory', document: 'orderId' },
  searchColumns: { numbers: ['orderNo', 'deliveryNoteNo'], words: ['notes'], day: 'deliveryDate' },
  lifecycleInput: { columns: ['kitchen', 'sentAt'] },
  refersTo: [['users', 'orders', 'userId']],
  reasons: [
    ['orderLines', 'reasonCode'],
    ['orderHistory', 'reasonCode'],
  ],
  photos: {
    flag: 'canEdit',
    acceptsPhotos: acceptsOrderPhotos,
    canAttach: canAttachToOrder,
  },
});
