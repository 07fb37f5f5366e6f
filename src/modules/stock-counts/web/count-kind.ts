import type { StockCount } from '../counts-shapes.ts';
import { countLifecycle, type CountVerb, isAboveApprovalLimit } from '../lifecycle.ts';
import { type CountStatus, countStatuses } from '../status.ts';
import type { Transition } from '#platform/documents/lifecycle.ts';
import { toE4 } from '#core/money.ts';
import { canWrite } from '#core/permissions.ts';
import { countKey } from './queries.ts';
import type { DocumentKind } from '#platform/documents/web/document-kind.ts';
import { countMessages } from './messages.ts';

export type CountTransition = Transition<CountStatus, CountVerb, 'place' | 'approver'>;

/** Actions on stock counts. */
export const countKind: DocumentKind<StockCount, CountTransition> = {
  keyOf: ({ _id }) => countKey(_id),
  numberOf: ({ number }) => number,
  movesFor(count, actor) {
    const { status, branch } = count;
    const knownStatus = countStatuses.find((each) => each === status);
    if (knownStatus === undefined) return [];
    return countLifecycle
      .availableTransitions({ status: knownStatus, branch, ...differenceValue(count) }, actor)
      .filter(({ flags }) => flags.some((flag) => canWrite(actor, 'stock-counts', flag)));
  },
  primary: new Set(['start', 'submit', 'approve']),
  asked: new Set(['submit', 'approve', 'cancel']),
  destructive: new Set(['cancel']),
  words: countMessages,
};

/**
 * Returns whether a submitted count waits for head office because its value exceeds what the location may
 * approve.
 */
export const needsHeadOfficeApproval = (count: StockCount): boolean =>
  count.status === 'Submitted' && isAboveApprovalLimit(differenceValue(count));

const differenceValue = ({ absolute, approvalLimit }: StockCount) => ({
  absoluteE4: e4(absolute),
  approvalLimitE4: e4(approvalLimit),
});

const e4 = (value: number | null) => (value === null ? null : toE4(Math.round(value * 1e4) / 1e4));
