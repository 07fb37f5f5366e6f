import { invoiceKinds, invoiceStatuses } from './invoices.ts';
import { matchStates } from './match.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

/** The date range selects posted invoices with lines matched to goods within it. */
export const supplierInvoiceList = {
  statuses: invoiceStatuses,
  filters: { kind: invoiceKinds, matchState: matchStates, supplier: 'id', place: 'id' },
  days: 'condition',
  sorts: ['createdAt', 'number', 'date', 'total'],
} as const satisfies ListSpec;
