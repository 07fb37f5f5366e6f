/** What stands in the address of the page of suppliers' invoices. */
export const invoiceSearch = {
  q: 'text',
  status: 'text',
  matchState: 'text',
  supplier: 'text',
  place: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
} as const;
