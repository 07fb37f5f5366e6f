import { z } from 'zod';
import { id } from './common.ts';
import { importFormat } from './imports/format.ts';
import { calendarDate, pageQuery, positiveQuantity } from './numbers.ts';

/** The most rows of one call: a year of days travels in several. */
export const maxSaleRows = 5000;

/** The name of a till or of its system, by which its articles and days are known. */
const source = z.string().trim().min(1, 'Enter a name').max(60, 'At most 60 characters');
const code = z.string().trim().min(1, 'Enter some text').max(80, 'At most 80 characters');

const exactly = (most: number, decimals: number) =>
  z
    .number()
    .min(-most, `At least -${most}`)
    .max(most, `At most ${most}`)
    .refine((value) => Number(value.toFixed(decimals)) === value, `At most ${decimals} decimals`);

/** What one article was sold of; refunds are below zero, and come off what was sold. */
const saleRowInput = z.strictObject({
  branch: id,
  day: calendarDate,
  code: code.optional(),
  recipeId: id.optional(),
  /** As the till calls it. */
  name: z.string().trim().max(200, 'At most 200 characters').optional(),
  qty: exactly(1_000_000, 6),
  /** Without tax, after discounts. */
  net: exactly(1_000_000_000, 4),
});

/** Days of branches by one till. A day that is in it is in it whole: it takes the place of what was there. */
export const salesInput = z.strictObject({
  source,
  rows: z.array(saleRowInput).min(1, 'At least 1').max(maxSaleRows, `At most ${maxSaleRows}`),
});
export type SalesInput = z.output<typeof salesInput>;

/** What was sold and took nothing from stock, or less than it should, or was taken of lots that had expired. */
export const saleGap = z.object({
  what: z.enum(['version', 'conversion', 'stock', 'expired']),
  recipeId: z.string().nullable(),
  itemId: z.string().nullable(),
  /** What one of the two is called. */
  name: z.string(),
  /** Of an item, in its base unit: what was not there, or what had expired. Of a recipe, what was sold. */
  qty: z.number(),
});
export type SaleGap = z.output<typeof saleGap>;

const sums = z.object({ qty: z.number(), net: z.number() });

export const salesTaken = z.object({
  /** Rows that are kept now, and rows whose place they took. */
  taken: z.number(),
  replaced: z.number(),
  unknown: z.array(z.object({ code: z.string(), name: z.string().nullable(), ...sums.shape })),
  days: z.array(
    z.object({
      _id: z.string(),
      branch: z.string(),
      day: z.string(),
      /** What was there before; null of a day that is new. */
      before: sums.nullable(),
      after: sums,
      gaps: z.array(saleGap),
    }),
  ),
});
export type SalesTaken = z.output<typeof salesTaken>;

export const saleDay = z.object({
  _id: z.string(),
  branch: z.string(),
  branchName: z.string(),
  source: z.string(),
  day: z.string(),
  qty: z.number(),
  net: z.number(),
  rows: z.number(),
  /** Net of what nobody has said of what it is. */
  unknownNet: z.number(),
  unknownRows: z.number(),
  takesStock: z.boolean(),
  gaps: z.array(saleGap),
  updatedAt: z.string(),
  userName: z.string(),
  version: z.number(),
});
export type SaleDay = z.output<typeof saleDay>;

/** What was sold of one article of a till on a day, and what that is. */
const soldArticle = z.object({
  source: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  /** `none`: not food; `unknown`: not mapped yet. */
  kind: z.enum(['recipe', 'item', 'none', 'unknown']),
  /** The recipe or item that it is. */
  targetName: z.string().nullable(),
  qty: z.number(),
  net: z.number(),
});

/** What sales took of an item from stock, in its base unit; below zero: it came back. Value is null without the right to costs. */
const takenItem = z.object({
  itemId: z.string(),
  itemName: z.string(),
  unitSymbol: z.string(),
  lot: z.string().nullable(),
  qty: z.number(),
  value: z.number().nullable(),
});

/** What one branch sold on one day over all of its tills, and what that took from stock. */
export const salesOfDay = z.object({
  branch: z.string(),
  branchName: z.string(),
  day: z.string(),
  net: z.number(),
  /** The day of each till. */
  tills: z.array(saleDay),
  articles: z.array(soldArticle),
  taken: z.array(takenItem),
});
export type SalesOfDay = z.output<typeof salesOfDay>;

export const salesQuery = z.object({
  ...pageQuery(50),
  branch: z.string().optional(),
  source: z.string().optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type SalesQuery = z.output<typeof salesQuery>;

export const articleStates = ['unknown', 'all'] as const;

export const articlesQuery = z.object({
  ...pageQuery(50),
  state: z.enum(articleStates).default('unknown'),
  branch: z.string().optional(),
});
export type ArticlesQuery = z.output<typeof articlesQuery>;

/** An article of a till, what of it was sold at the places of the caller, and what it is. */
export const saleArticle = z.object({
  source: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  ...sums.shape,
  lastDay: z.string(),
  recipeId: z.string().nullable(),
  itemId: z.string().nullable(),
  isNoFood: z.boolean(),
  /** What the recipe or item is called. */
  targetName: z.string().nullable(),
  /** Of one sold: portions of the recipe, or base units of the item. */
  portions: z.number().nullable(),
});
export type SaleArticle = z.output<typeof saleArticle>;

/** Says what an article is, from now on and for all that was sold of it before. */
export const articleInput = z.strictObject({
  source,
  code,
  recipeId: id.nullable().optional(),
  itemId: id.nullable().optional(),
  isNoFood: z.boolean().optional(),
  portions: positiveQuantity.default(1),
});
export type ArticleInput = z.output<typeof articleInput>;

export const articleMapped = z.object({
  /** Days of branches on which it was sold, and how many of them took stock anew. */
  days: z.number(),
  stockDays: z.number(),
  /** Days whose books are closed: their stock stays as it is. */
  closedDays: z.number(),
  /** Days whose stock is corrected in the background, after the answer, where those are many. */
  pendingDays: z.number().optional(),
});
export type ArticleMapped = z.output<typeof articleMapped>;

/**
 * What the columns of a till's file may hold. `size` makes sizes and price points articles of their own, `price` is of
 * one and computes the amount where the file has none, `void` marks rows that are no sales.
 */
export const saleFields = [
  'day',
  'time',
  'branch',
  'code',
  'name',
  'size',
  'qty',
  'net',
  'price',
  'void',
] as const;
export type SaleField = (typeof saleFields)[number];

/** Which column of a till's file is what, by its heading, and how its numbers and days are written. */
export const saleLayout = z.strictObject({
  columns: z.partialRecord(z.enum(saleFields), z.string().max(200)),
  ...importFormat.shape,
  /** Sales before this time (HH:MM) belong to the day before. */
  dayEndsAt: z
    .string()
    .regex(/^\d{2}:\d{2}$/, 'Enter a time like 04:00')
    .optional(),
  /** The branches that words of the file stand for. */
  branches: z.record(z.string().max(200), id).optional(),
});
export type SaleLayout = z.output<typeof saleLayout>;

export const saleSource = z.object({ name: z.string(), layout: saleLayout.nullable() });
export type SaleSource = z.output<typeof saleSource>;
export const sourceInput = z.strictObject({ name: source, layout: saleLayout });
