/** Search parameters of the transfers page, whichever route shows it. */
export const transferSearch = {
  q: 'text',
  kind: 'text',
  status: 'text',
  giver: 'text',
  taker: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  // Open entry form: its kind, the document of the returned goods, and both locations.
  new: 'text',
  of: 'text',
  fromPlace: 'text',
  toPlace: 'text',
} as const;
