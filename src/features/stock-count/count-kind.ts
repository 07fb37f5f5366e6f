import type { StockCount } from '#contract/counts.ts';
import { countLifecycle, type CountVerb } from '#domain/counts/lifecycle.ts';
import { type CountStatus, countStatuses } from '#domain/counts/status.ts';
import type { Move } from '#domain/documents/lifecycle.ts';
import { toE4 } from '#domain/money.ts';
import { mayWrite } from '#domain/permissions.ts';
import { countKey } from '#src/collections/documents/stock-counts.ts';
import type { DocumentKind } from '#src/entities/document/document-kind.ts';
import { countMessages } from './messages.ts';

export type CountMove = Move<CountStatus, CountVerb, 'place' | 'approver'>;

/** What people do with stock counts. */
export const countKind: DocumentKind<StockCount, CountMove> = {
  keyOf: ({ _id }) => countKey(_id),
  numberOf: ({ number }) => number,
  movesFor({ status, branch, absolute, approvalLimit }, actor) {
    const known = countStatuses.find((each) => each === status);
    if (known === undefined) return [];
    const [absoluteE4, approvalLimitE4] = [e4(absolute), e4(approvalLimit)];
    return countLifecycle
      .offeredMoves({ status: known, branch, absoluteE4, approvalLimitE4 }, actor)
      .filter(({ flags }) => flags.some((flag) => mayWrite(actor, 'stock-counts', flag)));
  },
  primary: new Set(['start', 'submit', 'approve']),
  asked: new Set(['submit', 'approve', 'cancel']),
  destructive: new Set(['cancel']),
  words: countMessages,
};

const e4 = (value: number | null) => (value === null ? null : toE4(Math.round(value * 1e4) / 1e4));
