import { wastageList } from '#modules/wastage/list.ts';
import { transferList } from '#modules/transfers/list.ts';
import { discrepancyList } from '#modules/discrepancies/list.ts';
import { countList } from '#modules/stock-counts/list.ts';
import { sql } from 'kysely';
import { countFields, countLine } from '#modules/stock-counts/counts-shapes.ts';
import { discrepancy } from '#modules/discrepancies/shapes.ts';
import { orderSummary, orderLineFields } from '#modules/orders/shapes.ts';
import { transferSummary, transferLineFields } from '#modules/transfers/shapes.ts';
import { wastageFields } from '#modules/wastage/shapes.ts';
import {
  canAttachToOrder,
  canAttachToWastage,
  acceptsOrderPhotos,
  acceptsWastagePhotos,
} from '../attachable.ts';
import type { OrderParties } from '#modules/orders/parts.ts';
import { orderLifecycle } from '#modules/orders/lifecycle.ts';
import { discrepancyLifecycle } from '#modules/discrepancies/lifecycle.ts';
import { countLifecycle } from '#modules/stock-counts/lifecycle.ts';
import { wastageLifecycle } from '#modules/wastage/lifecycle.ts';
import { transferLifecycle } from '#modules/transfers/lifecycle.ts';
import { type AnyDocument, defineDocument, type DocumentHead } from '#platform/documents/server/define.ts';
import {
  batchDocument,
  invoiceDocument,
  purchaseDocument,
  receiptDocument,
} from './purchasing-and-production.ts';

export const orderDocument = defineDocument<
  OrderParties,
  DocumentHead & OrderParties & { receivedAt: string | null }
>({
  type: 'order',
  collection: 'orders',
  table: 'orders',
  number: 'orderNo',
  series: 'ORD',
  lifecycle: orderLifecycle,
  scope: { branch: 'orders.branch', kitchen: 'orders.kitchen', reached: 'orders.sentAt' },
  // Visible to the branch, and to the kitchen once it was sent there.
  audience: ({ branch, kitchen, sentAt }) => ({
    branches: [branch],
    kitchens: sentAt === null ? [] : [kitchen],
  }),
  fields: orderSummary,
  lines: { table: 'orderLines', document: 'orderId', fields: orderLineFields },
  history: { table: 'orderHistory', document: 'orderId' },
  find: { numbers: ['orderNo', 'deliveryNoteNo'], words: ['notes'], day: 'deliveryDate' },
  lifecycleInput: { columns: ['kitchen', 'sentAt'] },
  refersTo: [
    ['branch', 'orders', 'branch'],
    ['branch', 'orders', 'kitchen'],
    ['units', 'orderLines', 'unit'],
    ['items', 'orderLines', 'itemId'],
    ['users', 'orders', 'userId'],
  ],
  reasons: [
    ['orderLines', 'reasonCode'],
    ['orderHistory', 'reasonCode'],
  ],
  photos: {
    flag: 'canEdit',
    takes: acceptsOrderPhotos,
    may: canAttachToOrder,
  },
});

/** Current names of location and item, also in the second language. */
const currentNames = {
  branchName: 'branches.name',
  branchNameAlt: 'branches.nameAlt',
  itemNameAlt: 'items.nameAlt',
};

/** Current names; null if they weren't selected. */
export type CurrentNames = Record<keyof typeof currentNames, string | null>;

export const wastageDocument = defineDocument<
  { branch: string },
  DocumentHead & { branch: string; userId: string }
>({
  type: 'wastage',
  collection: 'wastage',
  table: 'wastage',
  number: 'number',
  series: 'WST',
  lifecycle: wastageLifecycle,
  scope: { branch: 'wastage.branch' },
  audience: ({ branch }) => ({ branches: [branch], kitchens: [branch] }),
  fields: wastageFields,
  list: {
    spec: wastageList,
    joins: [
      ['branches', 'branch'],
      ['items', 'item'],
    ],
    names: currentNames,
    search: { numbers: ['wastage.number'], words: ['items.search'] },
  },
  find: { numbers: ['number'], words: ['itemName', 'note'], day: 'businessDay' },
  refersTo: [
    ['branch', 'wastage', 'branch'],
    ['units', 'wastage', 'unit'],
    ['items', 'wastage', 'item'],
    ['users', 'wastage', 'userId'],
  ],
  reasons: [['wastage', 'reason']],
  photos: {
    flag: 'anyWrite',
    takes: acceptsWastagePhotos,
    may: canAttachToWastage,
  },
});

export const transferDocument = defineDocument<
  { from: string; to: string },
  DocumentHead & { from: string; to: string }
>({
  type: 'transfer',
  collection: 'transfers',
  table: 'transfers',
  number: 'number',
  series: 'TRF',
  lifecycle: transferLifecycle,
  // Both sides see it from the start: the receiver may have requested it.
  scope: { branch: 'transfers.from', either: ['transfers.from', 'transfers.to'] },
  audience: ({ from, to }) => ({ branches: [from, to], kitchens: [from, to] }),
  fields: transferSummary,
  lines: {
    table: 'transferLines',
    document: 'transferId',
    fields: transferLineFields,
  },
  list: {
    spec: transferList,
    joins: [],
    names: {},
    search: { numbers: ['transfers.number', 'transfers.noteNo'], words: [] },
  },
  find: { numbers: ['number', 'noteNo'], words: ['toName', 'notes'], day: 'createdAt' },
  lifecycleInput: { columns: ['kind', 'from', 'to', 'sentBy'] },
  refersTo: [
    ['branch', 'transfers', 'from'],
    ['branch', 'transfers', 'to'],
    ['suppliers', 'transfers', 'to'],
    ['units', 'transferLines', 'unit'],
    ['items', 'transferLines', 'itemId'],
    ['users', 'transfers', 'userId'],
  ],
  reasons: [['transferLines', 'reasonCode']],
});

/**
 * Columns that determine the audience of a discrepancy. It has no entries in `refersTo`: its order has the
 * same references, and can't be deleted without it.
 */
interface DiscrepancyParties {
  branch: string;
  kitchen: string;
  docType: string;
}

export const discrepancyDocument = defineDocument<DiscrepancyParties, DocumentHead & DiscrepancyParties>({
  type: 'discrepancy',
  collection: 'discrepancies',
  table: 'discrepancies',
  number: 'orderNo',
  series: null,
  lifecycle: discrepancyLifecycle,
  scope: {
    branch: 'discrepancies.branch',
    kitchen: 'discrepancies.kitchen',
    either: ['discrepancies.branch', 'discrepancies.kitchen'],
  },
  audience: ({ branch, kitchen, docType }) =>
    docType === 'transfer'
      ? { branches: [branch, kitchen], kitchens: [branch, kitchen] }
      : { branches: [branch], kitchens: [kitchen] },
  fields: discrepancy,
  list: {
    spec: discrepancyList,
    joins: [
      ['branches', 'branch'],
      ['items', 'itemId'],
    ],
    names: currentNames,
    search: { numbers: ['discrepancies.orderNo'], words: ['items.search'] },
  },
  find: { numbers: ['orderNo'], words: ['itemName', 'note'], day: 'createdAt' },
  lifecycleInput: {
    columns: ['docType', 'kitchen', 'type', 'action', 'chargedTo', 'createdAt'],
    // The order has been sent, since a discrepancy is found at receipt.
    toLifecycleInput: ({ branch, kitchen, createdAt, ...row }) => ({
      ...row,
      order: { branch, kitchen, sentAt: createdAt },
    }),
  },
  refersTo: [],
  settles: [
    {
      table: 'discrepancies',
      document: '_id',
      column: 'orderId',
      to: 'order',
      by: 'head',
      where: ['docType', 'order'],
    },
    {
      table: 'discrepancies',
      document: '_id',
      column: 'orderId',
      to: 'transfer',
      by: 'head',
      where: ['docType', 'transfer'],
    },
  ],
});

/** Number of flagged lines of a submitted count. Stock changes update the flag of affected lines. */
export const flaggedLineCount = sql<number>`case when ${sql.ref('stockCounts.status')} = 'Submitted' then (
  select count(*) from ${sql.table('stockCountLines')} where ${sql.ref('countId')} = ${sql.ref('stockCounts._id')}
  and ${sql.ref('stockCountLines.asking')} = 1) else 0 end`;

export const countDocument = defineDocument<{ branch: string }, DocumentHead & { branch: string }>({
  type: 'stock_count',
  collection: 'stock-counts',
  table: 'stockCounts',
  number: 'number',
  series: 'CNT',
  lifecycle: countLifecycle,
  scope: { branch: 'stockCounts.branch' },
  audience: ({ branch }) => ({ branches: [branch], kitchens: [branch] }),
  fields: countFields,
  lines: {
    table: 'stockCountLines',
    document: 'countId',
    fields: countLine,
  },
  list: {
    spec: countList,
    joins: [['branches', 'branch']],
    names: { branchName: 'branches.name', branchNameAlt: 'branches.nameAlt' },
    figures: { asking: flaggedLineCount },
    search: { numbers: ['stockCounts.number'], words: ['branches.search'] },
  },
  find: { numbers: ['number'], words: ['note'], day: 'businessDay' },
  lifecycleInput: { columns: ['absoluteE4', 'approvalLimitE4'] },
  refersTo: [
    ['branch', 'stockCounts', 'branch'],
    ['units', 'stockCountLines', 'unit'],
    ['sections', 'stockCountLines', 'section'],
    ['items', 'stockCountLines', 'itemId'],
    ['users', 'stockCounts', 'userId'],
  ],
  reasons: [['stockCountLines', 'causeCode']],
});

/**
 * All document kinds with a lifecycle. Audit, usage, photos and period checks iterate over this list. Headers
 * are locked in this order, so a settled kind comes before the kinds that settle it.
 */
export const documents: readonly AnyDocument[] = [
  orderDocument,
  wastageDocument,
  transferDocument,
  purchaseDocument,
  receiptDocument,
  invoiceDocument,
  batchDocument,
  discrepancyDocument,
  countDocument,
];
