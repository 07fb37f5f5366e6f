/** Search parameters of the costing page. */
export const costingSearch = {
  tab: 'text',
  from: 'text',
  to: 'text',
  basis: 'text',
  place: 'text',
  only: 'text',
  row: 'text',
  page: 'number',
  branch: 'text',
} as const;
