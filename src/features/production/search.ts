/** What stands in the address of the page of production. */
export const productionSearch = {
  view: 'text',
  day: 'text',
  kitchen: 'text',
  demand: 'text',
  q: 'text',
  status: 'text',
  shift: 'text',
  from: 'text',
  to: 'text',
  sort: 'text',
  page: 'number',
  row: 'text',
  // What is being entered.
  new: 'text',
} as const;
