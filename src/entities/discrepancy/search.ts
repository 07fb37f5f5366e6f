/** Search parameters of the discrepancy list, in the address of each page that has it. */
export const discrepancySearch = {
  discrepancy: 'text',
  q: 'text',
  status: 'text',
  age: 'text',
  type: 'text',
  docType: 'text',
  branch: 'text',
  chargedTo: 'text',
  from: 'text',
  to: 'text',
  sort: 'text',
  page: 'number',
} as const;
