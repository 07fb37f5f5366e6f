import { flagAffectedCounts } from '#modules/stock-counts/server/open-questions.ts';

/** Updates of other modules in the transaction of every stock change, while its balances are locked. */
export const afterPosting = [flagAffectedCounts] as const;
