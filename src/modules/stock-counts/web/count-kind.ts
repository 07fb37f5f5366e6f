import type { StockCount } from '../shapes.ts';
import { countLifecycle, isAboveApprovalLimit } from '../lifecycle.ts';
import { toE4 } from '#core/money.ts';
import { documentKind } from '#platform/documents/web/document-kind.ts';
import { countMessages } from './messages.ts';

export type CountTransition = (typeof countLifecycle.transitions)[number];

/** Actions on stock counts. */
export const countKind = documentKind({
  collection: 'stock-counts',
  lifecycle: countLifecycle,
  toLifecycleInput: (count: StockCount, status) => ({
    status,
    branch: count.branch,
    ...differenceValue(count),
  }),
  requiresConfirmation: ['submit', 'approve', 'cancel'],
  destructive: ['cancel'],
  labels: countMessages,
});

/**
 * Returns whether a submitted count must be approved by head office because its value exceeds the location's
 * limit.
 */
export const needsHeadOfficeApproval = (count: StockCount): boolean =>
  count.status === 'Submitted' && isAboveApprovalLimit(differenceValue(count));

const differenceValue = ({ absolute, approvalLimit }: StockCount) => ({
  absoluteE4: e4(absolute),
  approvalLimitE4: e4(approvalLimit),
});

const e4 = (value: number | null) => (value === null ? null : toE4(Math.round(value * 1e4) / 1e4));
