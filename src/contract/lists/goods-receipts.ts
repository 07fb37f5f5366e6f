import { receiptStatuses } from '#domain/purchasing/receipts.ts';
import type { ListSpec } from '../document-list.ts';

export const goodsReceiptList = {
  statuses: receiptStatuses,
  filters: { supplier: 'id', place: 'id', purchaseOrder: 'id' },
  days: 'businessDay',
  sorts: ['createdAt', 'number', 'businessDay', 'goodsValue'],
} as const satisfies ListSpec;
