import {
  type ContradictoryNutrient,
  findContradiction,
  getMaxAmount,
  type Nutrition,
  nutritionBases,
} from './nutrition.ts';
import { substitutionRules } from '#modules/orders/substituting.ts';
import { decimal, field } from '#platform/collections/fields.ts';
import { defineResource } from '#platform/collections/define-resource.ts';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { defineToleranceFields } from '#modules/suppliers/tolerances.ts';

export const itemKinds = ['raw', 'semi_finished', 'finished', 'packaging', 'consumable'] as const;

/** The 14 allergens listed in annex II of Regulation (EU) 1169/2011. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export const allergenStates = ['contains', 'may_contain', 'free', 'unknown'] as const;

const barcode = ({ z }: SchemaParts) =>
  z
    .string()
    .trim()
    .regex(/^[\w.-]{4,48}$/, 'Use 4 to 48 letters, digits, - or .');
const barcodes = (parts: SchemaParts) =>
  parts.z
    .array(barcode(parts))
    .max(50)
    .refine((codes) => new Set(codes).size === codes.length, 'Enter each barcode only once');

/** Transfer price: the kitchen's cost, cost plus a percentage, or a fixed price per base unit. */
const transferPrice = (parts: SchemaParts) => {
  const { z } = parts;
  return z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('cost') }),
    z.strictObject({ mode: z.literal('cost_plus'), percent: decimal(1000, 6)(parts) }),
    z.strictObject({ mode: z.literal('fixed'), price: decimal(100_000_000, 6)(parts) }),
  ]);
};

const contradictionTexts: Readonly<Record<ContradictoryNutrient, string>> = {
  fat: 'Fat, carbohydrate, fibre, protein and salt add up to more than 100 g. Check the values.',
  saturates: 'Saturates can’t exceed total fat. Check both values.',
  sugars: 'Sugars can’t exceed total carbohydrate. Check both values.',
};

const nutrition = (parts: SchemaParts) => {
  const { z } = parts;
  const grams = decimal(getMaxAmount('fat'), 4)(parts);
  return z.strictObject({
    per: z.enum(nutritionBases),
    energyKj: decimal(getMaxAmount('energyKj'), 2)(parts),
    energyKcal: decimal(getMaxAmount('energyKcal'), 2)(parts),
    fat: grams,
    saturates: grams,
    carbohydrate: grams,
    sugars: grams,
    fibre: grams.nullable().default(null),
    protein: grams,
    salt: grams,
  });
};

/** Range of valid receiving temperatures, in °C. */
const degrees = { min: -60, max: 120 };

/** Items; money is per base unit. */
export const items = defineResource({
  collection: 'items',
  path: '/items',
  table: 'items',
  labels: { one: 'Item', many: 'Items' },
  fields: {
    itemCode: field.code('Item code').required(),
    kind: field.choice('Type', itemKinds).required(),
    category: field.reference('Category', 'item-categories').required(),
    subCategory: field.reference('Sub-category', 'sub-categories').optional(),
    purchaseCategory: field.reference('Procurement category', 'purchase-categories').optional(),
    section: field.reference('Section', 'sections').optional(),
    brands: field.references('Brands', 'brands').filled(),
    branches: field
      .references('Branches', 'branch', { hint: 'Leave blank to let every branch order it.' })
      .filled(),
    baseUnit: field
      .reference('Base unit', 'units', {
        hint: 'The unit stock is recorded in. It can’t be changed after the first stock movement.',
      })
      .required(),
    orderUnit: field.reference('Order unit', 'units', { hint: 'Defaults to the base unit.' }).optional(),
    countUnit: field.reference('Count unit', 'units').optional(),
    recipeUnit: field.reference('Recipe unit', 'units').optional(),
    barcodes: field.json('Barcodes', barcodes, { cell: 'list', initial: [] }).filled(),
    tax: field.reference('Tax', 'taxes').optional(),
    unitPrice: field.price('Price', 'open').optional(),
    priceIncludesVAT: field.boolean('Price includes tax').filled(),
    transferPrice: field
      .json('Transfer price', transferPrice, { cell: 'transferPrice', visibility: 'margin' })
      .optional(),
    standardCost: field.price('Standard cost', 'cost').optional(),
    catchWeight: field
      .boolean('Catch weight', {
        hint: 'Counted in pieces, valued by weight. Can only be changed while there’s no stock.',
      })
      .filled(),
    pieceWeight: field.quantity('Nominal piece weight (base units)').optional(),
    trackLots: field.boolean('Track lots').filled(),
    trackExpiry: field.boolean('Track expiry').filled(),
    shelfLifeDays: field.integer('Shelf life (days)', { max: 10_000 }).optional(),
    yieldPercent: field.percent('Yield (%)', { min: 0.01 }).optional(),
    allergens: field
      .json('Allergens', ({ z }) => z.partialRecord(z.enum(allergens), z.enum(allergenStates)), {
        cell: 'allergens',
        initial: {},
      })
      .filled(),
    nutrition: field
      .json<Nutrition>('Nutrition values', nutrition, {
        cell: 'nutrition',
        hint: 'Leave everything blank if the values are unknown.',
      })
      .optional(),
    ingredientText: field
      .longText('Ingredient list', {
        hint: 'For items with several ingredients. Copy the list from the packaging, e.g. chickpeas, water, salt.',
      })
      .optional(),
    ingredientTextAlt: field.longText('Localized ingredient list').optional(),
    ...defineToleranceFields({
      hint: 'Leave blank to use the supplier’s tolerance. Enter 0 for no tolerance.',
    }),
    storageTemp: field.text('Storage temperature', { most: 40 }).optional(),
    receivingMinTemp: field.integer('Min. receiving temperature (°C)', degrees).optional(),
    receivingMaxTemp: field
      .integer('Max. receiving temperature (°C)', {
        ...degrees,
        hint: 'Leave blank if the temperature isn’t recorded.',
      })
      .optional(),
    receivingPhoto: field.boolean('Photo required on receipt').filled(),
    receivingMinLifeDays: field
      .integer('Minimum shelf life on receipt (days)', {
        max: 10_000,
        hint: 'Leave blank to accept any shelf life.',
      })
      .optional(),
    rejectsShortShelfLife: field
      .boolean('Reject lots below the minimum shelf life', {
        hint: 'If this is off, these lots can be accepted with a reason.',
      })
      .filled(),
    substitutes: field.references('Substitutes', 'items').filled(),
    substituting: field
      .choice('Substitution', substitutionRules, {
        hint: 'Leave blank to use the branch’s setting. If both are set, the stricter one applies.',
      })
      .optional(),
    image: field.picture('Picture').optional(),
    isOrderable: field.boolean('Can be ordered', { initial: true }).filled(),
    isCountable: field.boolean('Can be counted', { initial: true }).filled(),
  },
  unique: [['itemCode']],
  columns: ['name', 'itemCode', 'kind', 'category', 'section', 'baseUnit', 'orderUnit', 'unitPrice'],
  importColumns: [
    'itemCode',
    'name',
    'nameAlt',
    'kind',
    'category',
    'section',
    'baseUnit',
    'orderUnit',
    'unitPrice',
  ],
  sort: 'name',
  check: (item): Record<string, string> | null => {
    const { _id, substitutes, catchWeight, pieceWeight, receivingMinTemp, receivingMaxTemp } = item;
    if (Array.isArray(substitutes) && substitutes.includes(_id))
      return { substitutes: 'An item can’t be its own substitute. Choose another item.' };
    if (receivingMinTemp != null && receivingMaxTemp != null && receivingMinTemp > receivingMaxTemp)
      return { receivingMaxTemp: 'The maximum temperature can’t be below the minimum.' };
    if (catchWeight === true && !(Number(pieceWeight ?? 0) > 0))
      return { pieceWeight: 'Enter the weight of one piece. It must be more than 0.' };
    const nutrient = item['nutrition'] ? findContradiction(item['nutrition'] as Nutrition) : null;
    return nutrient === null ? null : { [`nutrition.${nutrient}`]: contradictionTexts[nutrient] };
  },
});
