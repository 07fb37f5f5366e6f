import type { OrderStatus } from '../status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const statuses = {
  Draft: 'Draft',
  'Under Review': 'Under review',
  'Sent to Central Kitchen': 'Sent to central kitchen',
  'Under Process': 'Processing',
  Shipped: 'Shipped',
  Received: 'Received',
  Rejected: 'Rejected',
  Cancelled: 'Cancelled',
} satisfies Record<OrderStatus, string>;

/**
 * Strings for order lists and labels of all fields. Loaded with every order list; `order-messages.ts` is
 * loaded with the first opened order.
 */
export const statusMessages = defineMessages('modules/orders/web/status-messages', {
  statuses,
  /** Label for all statuses unknown to this dashboard. */
  others: 'Other statuses',
  stages: {
    Draft: 'Draft',
    'Under Review': 'Review',
    'Sent to Central Kitchen': 'Sent',
    'Under Process': 'Processing',
    Shipped: 'Shipped',
    Received: 'Received',
  },
  fields: {
    orderNo: 'Order',
    status: 'Status',
    branchName: 'Branch',
    kitchenName: 'Kitchen',
    deliveryDate: 'Delivery',
    orderType: 'Type',
    occasion: 'Event',
    eventAt: 'Event time',
    guests: 'Guests',
    cutoffAt: 'Cut-off',
    lineCount: 'Lines',
    value: 'Value',
    flags: 'Flags',
    createdAt: 'Created',
    userName: 'Created by',
    dateTime: 'Submitted',
    sentAt: 'Sent',
    shippedAt: 'Shipped',
    receivedAt: 'Received',
    deliveryNoteNo: 'Delivery note',
    driver: 'Driver',
    vehicle: 'Vehicle',
    departsAt: 'Departs',
    crates: 'Crates',
    fillRate: 'Fill rate',
    notes: 'Notes',
  },
  flags: {
    late: 'After cut-off',
    urgent: 'Urgent',
    discrepancy: 'Discrepancy',
    substitute: 'Substitute pending',
  },
});
