import { z } from 'zod';
import { id } from './common.ts';
import { field } from './resources/fields.ts';
import { defineResource, type RowOf } from './resources/kit.ts';
import { packagings } from './resources/packagings.ts';

export const itemKinds = ['raw', 'semi_finished', 'finished', 'packaging', 'consumable'] as const;

/** The 14 allergens of EU 1169/2011, annex II. */
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

const barcode = z
  .string()
  .trim()
  .regex(/^[\w.-]{4,48}$/, '4 to 48 letters, digits, - or .');
const barcodes = z
  .array(barcode)
  .max(50)
  .refine((all) => new Set(all).size === all.length, 'Each barcode once');

/** What a branch is charged: the kitchen's cost, cost and a percentage, or a fixed price per base unit. */
export const transferPrice = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('cost') }),
  z.strictObject({ mode: z.literal('cost_plus'), percent: z.number().min(0).max(1000) }),
  z.strictObject({ mode: z.literal('fixed'), price: z.number().min(0).max(100_000_000) }),
]);

/** One `fromUnit` of this item is exactly `num / den` of `toUnit`: 1 case = 12 x 750 g. */
export const itemConversion = z
  .strictObject({
    fromUnit: id,
    toUnit: id,
    num: z.int().min(1).max(1_000_000_000),
    den: z.int().min(1).max(1_000_000_000).default(1),
  })
  .refine(({ fromUnit, toUnit }) => fromUnit !== toUnit, 'A unit is not converted to itself');

const conversions = z
  .array(itemConversion)
  .max(50)
  .refine(
    (all) =>
      new Set(all.map(({ fromUnit, toUnit }) => [fromUnit, toUnit].sort().join(' '))).size === all.length,
    'Each pair of units once',
  );

/** Items: money is per base unit. */
export const items = defineResource({
  collection: 'items',
  path: '/items',
  table: 'items',
  labels: { one: 'Item', many: 'Items' },
  fields: {
    itemCode: field.code('Item code').required(),
    kind: field.choice('Kind', itemKinds).required(),
    category: field.reference('Category', 'item-categories').required(),
    subCategory: field.reference('Sub-category', 'sub-categories').optional(),
    purchaseCategory: field.reference('Purchase category', 'purchase-categories').optional(),
    section: field.reference('Section', 'sections').optional(),
    brands: field.references('Brands', 'brands').filled(),
    branches: field.references('Branches', 'branch', { hint: 'Empty: every branch may order it.' }).filled(),
    baseUnit: field
      .reference('Base unit', 'units', { hint: 'Stock is kept in it; fixed after the first move.' })
      .required(),
    orderUnit: field.reference('Order unit', 'units', { hint: 'Empty: the base unit.' }).optional(),
    countUnit: field.reference('Count unit', 'units').optional(),
    recipeUnit: field.reference('Recipe unit', 'units').optional(),
    barcodes: field.json('Barcodes', barcodes, { initial: [] }).filled(),
    tax: field.reference('Tax', 'taxes').optional(),
    unitPrice: field.money('Price').optional(),
    priceIncludesVAT: field.boolean('Price includes tax').filled(),
    transferPrice: field.json('Price for branches', transferPrice).optional(),
    standardCost: field.money('Standard cost').optional(),
    trackLots: field.boolean('Lots are tracked').filled(),
    trackExpiry: field.boolean('Expiry is tracked').filled(),
    shelfLifeDays: field.integer('Shelf life, days', { max: 10_000 }).optional(),
    yieldPercent: field.percent('Yield, %').optional(),
    allergens: field
      .json('Allergens', z.partialRecord(z.enum(allergens), z.enum(allergenStates)), { initial: {} })
      .filled(),
    storageTemp: field.text('Storage temperature', { most: 40 }).optional(),
    substitutes: field.references('Substitutes', 'items').filled(),
    image: field.picture('Picture').optional(),
    isOrderable: field.boolean('Can be ordered', { initial: true }).filled(),
    isCountable: field.boolean('Is counted', { initial: true }).filled(),
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
  check: ({ _id, substitutes }) =>
    Array.isArray(substitutes) && substitutes.includes(_id)
      ? { substitutes: 'An item does not replace itself.' }
      : null,
});

const firstPacks = z.array(packagings.createInput.omit({ itemId: true })).max(20);

/** POST and PUT carry the conversions with the item; on PUT they replace the ones before. POST makes packs, too. */
export const itemInput = items.createInput.extend({
  conversions: conversions.optional(),
  packs: firstPacks.optional(),
});
export const itemChange = items.changeInput.extend({ conversions: conversions.optional() });
export const item = items.row.extend({ conversions: z.array(itemConversion) });

export type ItemConversion = z.output<typeof itemConversion>;
export type Item = RowOf<typeof items> & { conversions: ItemConversion[] };

export const itemQuery = items.query.extend({ view: z.enum(['compact']).optional() });

/** A short row of `view=compact`: one order unit is `orderNum / orderDen` base units, null when no single step says so. */
export const itemCompactRow = z.object({
  _id: z.string(),
  itemCode: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  kind: z.string(),
  category: z.string(),
  section: z.string().nullable(),
  baseUnit: z.string(),
  baseSymbol: z.string().nullable(),
  orderUnit: z.string(),
  orderSymbol: z.string().nullable(),
  orderNum: z.number().nullable(),
  orderDen: z.number().nullable(),
  barcodes: z.array(z.string()),
  branches: z.array(z.string()),
  unitPrice: z.number().nullable(),
  isOrderable: z.boolean(),
  isCountable: z.boolean(),
  isActive: z.boolean(),
});
export type ItemCompactRow = z.output<typeof itemCompactRow>;
