/** What stands in the address of the page of goods receipts, wherever it is reached. */
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
  // What is being received: without an order, or the order's id.
  new: 'text',
} as const;
