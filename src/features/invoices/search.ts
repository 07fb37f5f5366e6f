/** What stands in the address of the page of suppliers' invoices. */
export const invoiceSearch = {
  q: 'text',
  status: 'text',
  matchState: 'text',
  supplier: 'text',
  place: 'text',
  from: 'text',
  to: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  /** `accruals` or `credits`; the list of invoices has none. */
  tab: 'text',
  /** `invoice` or `credit` is entered, begun from `of`: `receipts/<id>`, `orders/<id>`, `invoices/<id>`, `credits/<id>`, `drafts/<id>`. */
  new: 'text',
  of: 'text',
  /** The day at whose end accruals are told. */
  asOf: 'text',
} as const;
