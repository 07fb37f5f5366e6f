import { type Component, recipeKinds } from './recipe.ts';
import { decimal, field, type SchemaMaker } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';

const maxComponents = 200;
const maxSteps = 100;

const lossPercent = (parts: SchemaParts) => decimal(99, 6)(parts).nullable().default(null);

/**
 * Builds the schema of components whose items, recipes and units are references of a given kind: ids, or
 * names in a file.
 */
export const buildComponentsSchema = (reference: SchemaMaker<string>) => (parts: SchemaParts) => {
  const { z, positiveQuantity } = parts;
  const id = reference(parts);
  const component = z.strictObject({
    itemId: id.nullable().default(null),
    recipeId: id.nullable().default(null),
    qty: positiveQuantity,
    unit: id,
    trimPercent: lossPercent(parts),
    cookingPercent: lossPercent(parts),
    alternatives: z.array(id).max(20, 'At most 20').default([]),
  });
  return z.array(component).max(maxComponents, 'At most 200');
};

/** Recipes of dishes and preparations. A change of ingredients or output creates a new version. */
export const recipes = defineResource({
  collection: 'recipes',
  path: '/recipes',
  table: 'recipes',
  labels: { one: 'Recipe', many: 'Recipes' },
  fields: {
    code: field.code('Code').optional(),
    kind: field.choice('Type', recipeKinds, { initial: 'dish' }).filled(),
    menuCategory: field
      .text('Menu category', { hint: 'Dishes in one category are compared with each other.' })
      .optional(),
    brand: field.reference('Brand', 'brands').optional(),
    outputItem: field
      .reference('Output item', 'items', { hint: 'The stock item that this recipe produces.' })
      .optional(),
    yieldQty: field.quantity('Batch yield').required(),
    yieldUnit: field.reference('Yield unit', 'units').required(),
    portions: field
      .quantity('Portions per batch', { hint: 'Leave blank if a batch is one portion.' })
      .optional(),
    validFrom: field
      .date('Valid from', { hint: 'Defaults to today. Earlier batches keep their recipe.' })
      .optional(),
    components: field
      .json<Component[]>(
        'Ingredients',
        buildComponentsSchema(({ id }) => id),
        { cell: 'components', initial: [] },
      )
      .filled(),
    steps: field
      .json(
        'Method',
        ({ z }) =>
          z
            .array(z.string().trim().min(1, 'Enter some text').max(1000, 'At most 1000 characters'))
            .max(maxSteps, 'At most 100'),
        { cell: 'lines', initial: [] },
      )
      .filled(),
    limitsExpiryToIngredients: field
      .boolean('Limit expiry to the earliest ingredient', {
        hint: 'Batches expire with their first ingredient if that’s before their own shelf life ends.',
      })
      .filled(),
    price: field.money('Price', 'open', { hint: 'Per portion.' }).optional(),
    tax: field.reference('Tax', 'taxes').optional(),
    priceIncludesVAT: field.boolean('Price includes tax').filled(),
    targetFoodCostPercent: field.percent('Target food cost (%)').optional(),
    image: field.picture('Picture').optional(),
  },
  unique: [['code']],
  columns: ['name', 'code', 'kind', 'brand', 'price'],
  importColumns: [
    'code',
    'name',
    'nameAlt',
    'kind',
    'menuCategory',
    'yieldQty',
    'yieldUnit',
    'portions',
    'components',
    'price',
  ],
  sort: 'name',
  check({ _id, yieldQty, portions, components }): Record<string, string> | null {
    if (yieldQty === 0) return { yieldQty: 'Must be more than 0' };
    if (portions === 0) return { portions: 'Must be more than 0' };
    for (const [index, line] of ((components ?? []) as Component[]).entries()) {
      if ((line.itemId === null) === (line.recipeId === null))
        return { [`components.${index}.itemId`]: 'Enter either an item or a recipe' };
      if (line.recipeId !== null && line.recipeId === _id)
        return { [`components.${index}.recipeId`]: 'A recipe can’t be its own ingredient.' };
    }
    return null;
  },
});

export type Recipe = ResourceWireRow<typeof recipes>;
