/** What stands in the address of the page of purchase orders, wherever it is reached. */
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
  // What is being entered.
  new: 'text',
} as const;
