import { receiptStatuses } from './receipt-lines.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

export const goodsReceiptList = {
  statuses: receiptStatuses,
  filters: { supplier: 'id', place: 'id', purchaseOrder: 'id' },
  days: 'businessDay',
  sorts: ['createdAt', 'number', 'businessDay', 'goodsValue'],
} as const satisfies ListSpec;
