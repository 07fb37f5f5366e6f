/** What the ledger calls where goods come from or go to that is no place: on screens and in mails. */
export const outsideInEnglish = {
  supplier: 'supplier',
  wastage: 'waste',
  production: 'production',
  adjustment: 'adjustment',
  consumption: 'consumption',
};
