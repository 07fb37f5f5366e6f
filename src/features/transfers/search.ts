/** What stands in the address of the page of transfers, wherever it is reached. */
export const transferSearch = {
  q: 'text',
  kind: 'text',
  status: 'text',
  giver: 'text',
  taker: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  // What is being entered: its kind, the document that goods came with, from and to.
  new: 'text',
  of: 'text',
  fromPlace: 'text',
  toPlace: 'text',
} as const;
