/** Search parameters of the lots page. */
export const lotsSearch = {
  q: 'text',
  only: 'text',
  item: 'text',
  lot: 'text',
  direction: 'text',
  recall: 'text',
} as const;
