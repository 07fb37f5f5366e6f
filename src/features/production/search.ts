/** Search parameters of the production page. */
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
  // Form that is open.
  new: 'text',
} as const;
