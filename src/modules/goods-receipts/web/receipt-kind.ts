import type { GoodsReceipt } from '../shapes.ts';
import { receiptLifecycle } from '../lifecycle.ts';
import {
  type DocumentKind,
  documentKind,
  type OfferedTransition,
} from '#platform/documents/web/document-kind.ts';
import { receiptMessages } from './messages.ts';

/** Goods receipts as a document kind, with their transitions. */
export const receiptKind: DocumentKind<GoodsReceipt, OfferedTransition> = documentKind({
  collection: 'goods-receipts',
  lifecycle: receiptLifecycle,
  requiresConfirmation: ['reverse'],
  destructive: ['reverse'],
  reasonUses: { reverse: 'forCorrection' },
  labels: receiptMessages,
});
