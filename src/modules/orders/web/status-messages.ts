import type { OrderStatus } from '../status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const statuses = {
  Draft: 'Draft',
  'Under Review': 'Under review',
  'Sent to Central Kitchen': 'Sent to central kitchen',
  'Under Process': 'Under process',
  Shipped: 'Shipped',
  Received: 'Received',
  Rejected: 'Rejected',
  Cancelled: 'Cancelled',
} satisfies Record<OrderStatus, string>;

/** Texts of order lists. Loaded with the list; `messages.ts` loads with an open order. */
export const statusMessages = defineMessages('modules/orders/web/status-messages', {
  statuses,
  /** Label for all statuses unknown to this dashboard. */
  others: 'Other statuses',
  stages: {
    Draft: 'Draft',
    'Under Review': 'Review',
    'Sent to Central Kitchen': 'Sent',
    'Under Process': 'In process',
    Shipped: 'Shipped',
    Received: 'Received',
  },
  listColumns: {
    orderNo: 'Order',
    status: 'Status',
    branch: 'Branch',
    kitchen: 'Kitchen',
    deliveryDate: 'Delivery',
    lines: 'Lines',
    value: 'Value',
    flags: 'Flags',
    createdAt: 'Created',
    userName: 'Created by',
    sentAt: 'Sent',
    shippedAt: 'Shipped',
    receivedAt: 'Received',
    deliveryNote: 'Delivery note',
  },
  flags: {
    late: 'After cut-off',
    urgent: 'Urgent',
    discrepancy: 'Discrepancy',
    substitute: 'Substitute pending',
  },
});
