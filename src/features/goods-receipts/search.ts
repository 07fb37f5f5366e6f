/** Search parameters of the goods receipts page, whichever route shows it. */
export const receiptSearch = {
  q: 'text',
  status: 'text',
  supplier: 'text',
  place: 'text',
  from: 'text',
  to: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  // The receipt being entered: a purchase order ID, or a receipt without an order.
  new: 'text',
} as const;
