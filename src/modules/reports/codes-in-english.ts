/** English labels of the codes in report cells. */
export const codesInEnglish = {
  brought_forward: 'Brought forward',
  negative: 'Negative',
  out: 'Out of stock',
  below_min: 'Below minimum',
  below_par: 'Below par',
  practice: 'Mock recall',
  real: 'Real recall',
  waiting: 'Awaiting response',
  confirmed: 'Confirmed',
  ended: 'Ended',
  within_limits: 'Within limits',
  checked_late: 'Late',
  out_of_limits: 'Out of limits',
  missed: 'Missed',
} as const;
