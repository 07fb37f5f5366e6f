import { currentNames } from '#modules/documents/server/current-names.ts';
import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { discrepancyLifecycle } from '../lifecycle.ts';
import { discrepancyList } from '../list.ts';
import { discrepancy } from '../shapes.ts';

/** Columns that determine who can see a discrepancy. */
interface DiscrepancyParties {
  branch: string;
  kitchen: string;
  docType: string;
}

/** Database definition of discrepancies between shipped and received goods. */
export const discrepancyDocument = defineDocument<DiscrepancyParties, DocumentHeader & DiscrepancyParties>({
  type: 'discrepancy',
  collection: 'discrepancies',
  table: 'discrepancies',
  number: 'orderNo',
  series: null,
  lifecycle: discrepancyLifecycle,
  scope: {
    branch: 'discrepancies.branch',
    kitchen: 'discrepancies.kitchen',
    locations: ['discrepancies.branch', 'discrepancies.kitchen'],
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
  searchColumns: { numbers: ['orderNo'], words: ['itemName', 'note'], day: 'createdAt' },
  lifecycleInput: {
    columns: ['docType', 'kitchen', 'type', 'action', 'chargedTo', 'createdAt'],
    // The order has been sent, since a discrepancy is found at receipt.
    toLifecycleInput: ({ branch, kitchen, createdAt, ...row }) => ({
      ...row,
      order: { branch, kitchen, sentAt: createdAt },
    }),
  },
  settles: [
    {
      table: 'discrepancies',
      document: '_id',
      column: 'orderId',
      to: 'order',
      by: 'header',
      where: ['docType', 'order'],
    },
    {
      table: 'discrepancies',
      document: '_id',
      column: 'orderId',
      to: 'transfer',
      by: 'header',
      where: ['docType', 'transfer'],
    },
  ],
});
