import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import { importFormat } from '#modules/imports/wire.ts';
import { calendarDate, instant, pageQuery, positiveQuantity } from '#platform/shapes/numbers.ts';

/** Maximum number of rows per request; a year of sales needs several requests. */
export const maxSaleRows = 5000;

/** Name of a till or POS system, which identifies its menu items and days. */
const source = z.string().trim().min(1, 'Enter a name').max(60, 'At most 60 characters');
const code = z.string().trim().min(1, 'Enter some text').max(80, 'At most 80 characters');

const limitedNumber = (max: number, decimals: number) =>
  z
    .number()
    .min(-max, `At least -${max}`)
    .max(max, `At most ${max}`)
    .refine((value) => Number(value.toFixed(decimals)) === value, `At most ${decimals} decimals`);

/** Maximum number of modifiers per row, and of ingredients that a modifier changes. */
const maxModifiers = 20;

/** A modifier of a sold item, such as "Oat milk". */
const saleModifierInput = z.strictObject({
  code,
  name: z.string().trim().max(200, 'At most 200 characters').optional(),
  /** Per unit sold; below 1 if only some of the row's units were sold with the modifier. */
  qty: positiveQuantity.default(1),
  /** The modifier's share of the row's net sales; 0 if the till includes it in the price. */
  net: limitedNumber(1_000_000_000, 4).default(0),
});

/** Sales of one menu item; refunds are negative. */
const saleRowInput = z.strictObject({
  branch: id,
  /** The business day, or an instant from which it is derived. */
  day: z.union([calendarDate, instant], 'Enter a date like 2026-11-21'),
  code: code.optional(),
  recipeId: id.optional(),
  /** Name in the till. */
  name: z.string().trim().max(200, 'At most 200 characters').optional(),
  qty: limitedNumber(1_000_000, 6),
  /** Without tax, after discounts, including the modifiers. */
  net: limitedNumber(1_000_000_000, 4),
  modifiers: z.array(saleModifierInput).max(maxModifiers, `At most ${maxModifiers}`).optional(),
});

/** Daily sales of branches from one till. A day's data replaces all previous data for that day. */
export const salesInput = z.strictObject({
  source,
  rows: z.array(saleRowInput).min(1, 'At least 1').max(maxSaleRows, `At most ${maxSaleRows}`),
});
export type SalesInput = z.output<typeof salesInput>;

export const salesQueryParams = z.object({
  ...pageQuery(50),
  branch: z.string().optional(),
  source: z.string().optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type SalesQueryParams = z.output<typeof salesQueryParams>;

/** Menu items, and their modifiers. */
export const tillItemKinds = ['menu-item', 'modifier'] as const;
export type TillItemKind = (typeof tillItemKinds)[number];

export const tillItemStates = ['unmapped', 'all'] as const;

export const tillItemsQueryParams = z.object({
  ...pageQuery(50),
  kind: z.enum(tillItemKinds).default('menu-item'),
  state: z.enum(tillItemStates).default('unmapped'),
  branch: z.string().optional(),
});
export type TillItemsQueryParams = z.output<typeof tillItemsQueryParams>;

/** An ingredient that a modifier replaces with a different item, or leaves out (null). */
const ingredientChange = z.strictObject({
  itemId: id,
  replacementItemId: id.nullable().default(null),
  /** Base units of the replacement per base unit replaced. */
  factor: positiveQuantity.default(1),
});

/** Maps a menu item or a modifier, for future and past sales. With `isNonFood`, a modifier adds nothing. */
export const tillItemInput = z.strictObject({
  source,
  code,
  recipeId: id.nullable().optional(),
  itemId: id.nullable().optional(),
  isNonFood: z.boolean().optional(),
  portions: positiveQuantity.default(1),
  isModifier: z.boolean().default(false),
  /** Factor of a modifier for the recipe's quantities, such as 0.75 for a small size. */
  scale: positiveQuantity.default(1),
  changes: z.array(ingredientChange).max(maxModifiers, `At most ${maxModifiers}`).default([]),
});
export type TillItemInput = z.output<typeof tillItemInput>;
export type TillItemRequest = z.input<typeof tillItemInput>;

/**
 * Possible columns of a till's file. `size` makes sizes and price levels separate menu items, `price` is per
 * unit and used if there is no amount, `void` marks rows that aren't sales. `modifiers` lists the modifiers
 * of a row's item; `modifierRow` marks rows that are modifiers of the item above.
 */
export const saleFields = [
  'day',
  'time',
  'branch',
  'code',
  'name',
  'size',
  'modifiers',
  'modifierRow',
  'qty',
  'net',
  'price',
  'void',
] as const;
export type SaleField = (typeof saleFields)[number];

/** Column mapping of a till's file by heading, and its number and date format. */
export const saleLayout = z.strictObject({
  columns: z.partialRecord(z.enum(saleFields), z.string().max(200)),
  ...importFormat.shape,
  /** Branches by their names in the file. */
  branches: z.record(z.string().max(200), id).optional(),
});
export type SaleLayout = z.output<typeof saleLayout>;

export const sourceInput = z.strictObject({ name: source, layout: saleLayout });
