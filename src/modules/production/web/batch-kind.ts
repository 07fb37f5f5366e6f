import type { ProductionBatch } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import { batchLifecycle, batchStatuses, type BatchLifecycleInput } from '../lifecycle.ts';
import type { DocumentKind, OfferedTransition } from '#platform/documents/web/document-kind.ts';
import { productionMessages } from './messages.ts';

/** Returns the batch as input of the lifecycle rules; null for a status that they do not know. */
export function toMovableBatch({ status, kitchen, parts }: ProductionBatch): BatchLifecycleInput | null {
  const knownStatus = batchStatuses.find((each) => each === status);
  return knownStatus === undefined ? null : { status: knownStatus, kitchen, parts };
}

/** Actions on production batches. */
export const batchKind: DocumentKind<ProductionBatch, OfferedTransition> = {
  keyOf: ({ _id }) => `production-batches/${_id}`,
  numberOf: ({ number }) => number,
  movesFor(batch, actor) {
    const movable = toMovableBatch(batch);
    if (movable === null) return [];
    const moves = batchLifecycle.availableTransitions(movable, actor);
    return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, 'production-batches', flag)));
  },
  primary: new Set(['start', 'finish']),
  asked: new Set(['finish', 'reopen', 'cancel']),
  destructive: new Set(['cancel', 'reopen']),
  reasonUses: { reopen: 'forCorrection', cancel: 'forPicking' },
  words: productionMessages,
};
