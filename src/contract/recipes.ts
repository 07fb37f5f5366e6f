import { z } from 'zod';
import { costBases } from '#domain/recipes/costing.ts';
import { id } from './common.ts';
import { calendarDate } from './numbers.ts';
import { recipes } from './resources/recipes.ts';
import { schemasOf } from './resources/schemas.ts';
import { fieldSchemas } from './shape-schema.ts';
import { recipeCosts } from './shapes/recipes.ts';

/** A recipe with its cost. */
export const recipeRow = schemasOf(recipes).row.extend(fieldSchemas(recipeCosts));

export const costQueryParams = z.object({
  basis: z.enum(costBases, `One of ${costBases.join(', ')}`).default('list'),
  /** For the average cost: the location. */
  place: id.optional(),
  on: calendarDate.optional(),
});

export const recipeCostingQueryParams = z.object({
  items: z.string().max(20_000).optional(),
  recipes: z.string().max(20_000).optional(),
});
