/** What is counted: everything, what is due by its class and age, some items, or the first stock of a place. */
export const countTypes = ['full', 'cycle', 'spot', 'opening'] as const;
export type CountType = (typeof countTypes)[number];

/** Where a stock count stands. */
export const countStatuses = ['Draft', 'Counting', 'Submitted', 'Recount', 'Approved', 'Cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

/** The statuses in which entries come in. */
export const isOpenForEntries = (status: string): boolean => status === 'Counting' || status === 'Recount';

/** What a line still asks before its count is approved; the words are exactly what travels. */
export const countQuestions = ['twice', 'moves', 'posted', 'recount', 'promised', 'cause', 'cost'] as const;
export type CountQuestion = (typeof countQuestions)[number];
