import type { ProductionBatch } from '../shapes.ts';
import { batchLifecycle } from '../lifecycle.ts';
import { documentKind } from '#platform/documents/web/document-kind.ts';
import { productionMessages } from './messages.ts';

export type BatchTransition = (typeof batchLifecycle.transitions)[number];

/** Actions on production batches. */
export const batchKind = documentKind({
  collection: 'production-batches',
  lifecycle: batchLifecycle,
  toLifecycleInput: ({ kitchen, parts }: ProductionBatch, status) => ({ status, kitchen, parts }),
  requiresConfirmation: ['finish', 'reopen', 'cancel'],
  destructive: ['cancel', 'reopen'],
  reasonUses: { reopen: 'forCorrection', cancel: 'forPicking' },
  labels: productionMessages,
});
