import { z } from 'zod';
import { costBases } from './recipe-cost.ts';
import { id } from '#platform/shapes/common.ts';
import { calendarDate } from '#platform/shapes/numbers.ts';
import { recipes } from './collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { fieldSchemas } from '#platform/shapes/shape-schema.ts';
import { recipeCosts } from './shapes.ts';

/** A recipe with its cost. */
export const recipeRow = getSchemas(recipes).row.extend(fieldSchemas(recipeCosts));

export const costQueryParams = z.object({
  basis: z.enum(costBases, `Choose one of: ${costBases.join(', ')}`).default('list'),
  /** Location for the average cost. */
  place: id.optional(),
  on: calendarDate.optional(),
});

/** Day of the recipe version; today by default. */
export const recipeDayQueryParams = z.object({ on: calendarDate.optional() });

export const recipeCostingQueryParams = z.object({
  /** Comma-separated item ids. */
  items: z.string().max(20_000).optional(),
  /** Comma-separated recipe ids. */
  recipes: z.string().max(20_000).optional(),
});
