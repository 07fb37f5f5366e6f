/** Full count, cycle count by class and age, spot count of single items, or opening stock of a location. */
export const countTypes = ['full', 'cycle', 'spot', 'opening'] as const;
export type CountType = (typeof countTypes)[number];

/** Status of a stock count. */
export const countStatuses = ['Draft', 'Counting', 'Submitted', 'Recount', 'Approved', 'Cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

/** Returns whether a count accepts entries. */
export const isOpenForEntries = (status: string): boolean => status === 'Counting' || status === 'Recount';

/**
 * Open questions of a line; the strings are the wire values. `rejected` is the only one that arises after
 * approval: the ledger rejected the line for the reason in its parameters.
 */
export const countQuestions = [
  'twice',
  'moves',
  'posted',
  'recount',
  'promised',
  'cause',
  'cost',
  'rejected',
] as const;
export type CountQuestion = (typeof countQuestions)[number];
/** Questions that block approval. */
export type ApprovalQuestion = Exclude<CountQuestion, 'rejected'>;
