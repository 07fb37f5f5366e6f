import type { GroupedReport } from './define.ts';

/** The columns of reports over orders and their lines: they stand on the delivery day of their order. */
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
