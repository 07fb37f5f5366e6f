/** Search parameters of the supplier invoices page. */
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
  /** `accruals` or `credits`; absent for the list of invoices. */
  tab: 'text',
  /**
   * `invoice` or `credit` being entered, started from `of`: `receipts/<id>`, `orders/<id>`, `invoices/<id>`,
   * `credits/<id>`, `drafts/<id>`.
   */
  new: 'text',
  of: 'text',
  /** Day at whose end accruals are computed. */
  asOf: 'text',
} as const;
