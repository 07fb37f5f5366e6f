/** Search parameters of the food cost page. */
export const foodCostSearch = {
  branch: 'text',
  from: 'text',
  to: 'text',
  basis: 'text',
  part: 'text',
} as const;
