/** Search parameters of the purchase orders page, whichever route shows it. */
export const purchaseSearch = {
  q: 'text',
  status: 'text',
  receivedStatus: 'text',
  billedByQuantity: 'text',
  supplier: 'text',
  place: 'text',
  from: 'text',
  to: 'text',
  delivery: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  // Form that is open.
  new: 'text',
} as const;
