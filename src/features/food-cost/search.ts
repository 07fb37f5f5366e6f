/** What the page of food cost keeps in its address. */
export const foodCostSearch = {
  branch: 'text',
  from: 'text',
  to: 'text',
  basis: 'text',
  part: 'text',
} as const;
