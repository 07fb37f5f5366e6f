import type { GroupedReport } from './define.ts';

/** Columns of reports over order lines, dated by delivery day. */
export const lineColumns = {
  columns: {
    day: 'orders.deliveryDate',
    branch: 'orders.branch',
    item: 'orderLines.itemId',
    reason: 'orderLines.reasonCode',
    document: 'orders._id',
    number: 'orders.orderNo',
  },
  ratio: ['orderLines.unitNum', 'orderLines.unitDen'],
} as const satisfies Pick<GroupedReport, 'columns' | 'ratio'>;
