/** Search parameters of the lots page. */
export const lotsSearch = {
  q: 'text',
  only: 'text',
  item: 'text',
  lot: 'text',
  way: 'text',
  recall: 'text',
} as const;
