import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type ReceiptStatus, receiptStatuses } from './receipt-lines.ts';

/** Receipt fields that determine the available transitions. */
export interface ReceiptLifecycleInput {
  status: ReceiptStatus;
  /** The branch or kitchen that received the goods. */
  place: string;
  transitionReason?: string | null;
}

export type ReceiptVerb = 'reverse';

/** The lifecycle of goods receipts: posted when created, and reversed as a whole or line by line. */
export const receiptLifecycle = defineLifecycle<ReceiptLifecycleInput, ReceiptStatus, ReceiptVerb>({
  statuses: receiptStatuses,
  location: 'place',
  transitions: [
    { verb: 'reverse', from: 'Posted', to: 'Reversed', flags: ['canDelete'], reason: true, undoes: true },
  ],
  forwardVerbs: [],
  statusesWithEditHistory: ['Posted'],
  refusals: { noFlag: () => refusal('receipt-no-flag') },
});
