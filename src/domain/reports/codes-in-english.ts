/** What stands for the codes in cells of reports: on screens and in mails. */
export const codesInEnglish = {
  brought_forward: 'Brought forward',
  negative: 'Below zero',
  out: 'Out of stock',
  below_min: 'Below minimum',
  below_par: 'Below par',
  practice: 'Practice',
  real: 'Real',
  waiting: 'Not looked at yet',
  confirmed: 'Confirmed',
  ended: 'Ended',
};
