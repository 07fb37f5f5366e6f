/** What the page of lots keeps in its address. */
export const lotsSearch = {
  q: 'text',
  only: 'text',
  item: 'text',
  lot: 'text',
  way: 'text',
  recall: 'text',
} as const;
