/** Cost class of an item category; determines which figure includes its cost. */
export const costClasses = ['food', 'drink', 'packaging', 'other'] as const;
export type CostClass = (typeof costClasses)[number];

/** Food cost includes food and drink; packaging, cleaning and other supplies are reported separately. */
export const foodCostClasses = ['food', 'drink'] as const satisfies readonly CostClass[];

export const isFoodCost = (costClass: CostClass): boolean =>
  (foodCostClasses as readonly CostClass[]).includes(costClass);
