import { z } from 'zod';
import { comparisons } from '#core/periods.ts';
import { varianceParts } from './food-cost-rules.ts';
import { defaultMinPortions, menuScopes } from './menu-engineering.ts';
import { costBases } from '#modules/recipes/recipe-cost.ts';
import { id } from '#platform/shapes/common.ts';
import { calendarDate } from '#platform/shapes/numbers.ts';

/** First and last day, both inclusive, and the cost basis. */
const period = {
  from: calendarDate,
  to: calendarDate,
};

export const foodCostQueryParams = z.object({
  branch: id,
  ...period,
  basis: z.enum(costBases).default('list'),
});
export type FoodCostQueryParams = z.output<typeof foodCostQueryParams>;

export const branchFoodCostQueryParams = z.object({ ...period, basis: z.enum(costBases).default('list') });
export const foodCostDocumentsQueryParams = z.object({
  branch: id,
  ...period,
  part: z.enum(varianceParts),
});

export const menuQueryParams = foodCostQueryParams.extend({
  against: z.enum(comparisons).optional(),
  by: z.enum(menuScopes).default('category'),
  minPortions: z.coerce.number().int().min(0).max(1_000_000).default(defaultMinPortions),
  /** Dish whose daily figures are returned as well. */
  dish: id.optional(),
});
export type MenuQueryParams = z.output<typeof menuQueryParams>;
