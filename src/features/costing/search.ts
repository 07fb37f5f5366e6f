/** What the page of costing keeps in its address. */
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
