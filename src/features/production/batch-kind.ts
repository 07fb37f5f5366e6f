import type { ProductionBatch } from '#contract/production.ts';
import { mayWrite } from '#domain/permissions.ts';
import { batchLifecycle, batchStatuses, type MovableBatch } from '#domain/production/lifecycle.ts';
import type { DocumentKind, OfferedMove } from '#src/entities/document/document-kind.ts';
import { productionMessages } from './messages.ts';

/** The batch as its rules see it; null where a server says what they do not know. */
export function toMovableBatch({ status, kitchen, parts }: ProductionBatch): MovableBatch | null {
  const known = batchStatuses.find((each) => each === status);
  return known === undefined ? null : { status: known, kitchen, parts };
}

/** What people do with batches. */
export const batchKind: DocumentKind<ProductionBatch, OfferedMove> = {
  keyOf: ({ _id }) => `production-batches/${_id}`,
  numberOf: ({ number }) => number,
  movesFor(batch, actor) {
    const seen = toMovableBatch(batch);
    if (seen === null) return [];
    const moves = batchLifecycle.offeredMoves(seen, actor);
    return moves.filter(({ flags }) => flags.some((flag) => mayWrite(actor, 'production-batches', flag)));
  },
  primary: new Set(['start', 'finish']),
  asked: new Set(['finish', 'reopen', 'cancel']),
  destructive: new Set(['cancel', 'reopen']),
  reasonUses: { reopen: 'forCorrection', cancel: 'forPicking' },
  words: productionMessages,
};
