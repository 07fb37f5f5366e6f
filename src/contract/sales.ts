import { z } from 'zod';
import { id } from './common.ts';
import { importFormat } from './imports/format.ts';
import { calendarDate, pageQuery, positiveQuantity } from './numbers.ts';

/** Maximum rows per request; a year of sales needs several. */
export const maxSaleRows = 5000;

/** Name of a till or POS system, which identifies its menu items and days. */
const source = z.string().trim().min(1, 'Enter a name').max(60, 'At most 60 characters');
const code = z.string().trim().min(1, 'Enter some text').max(80, 'At most 80 characters');

const exactly = (most: number, decimals: number) =>
  z
    .number()
    .min(-most, `At least -${most}`)
    .max(most, `At most ${most}`)
    .refine((value) => Number(value.toFixed(decimals)) === value, `At most ${decimals} decimals`);

/** Sales of one menu item; refunds are negative. */
const saleRowInput = z.strictObject({
  branch: id,
  day: calendarDate,
  code: code.optional(),
  recipeId: id.optional(),
  /** Name in the till. */
  name: z.string().trim().max(200, 'At most 200 characters').optional(),
  qty: exactly(1_000_000, 6),
  /** Without tax, after discounts. */
  net: exactly(1_000_000_000, 4),
});

/** Sales of branches by day from one till. A day replaces all its previous data. */
export const salesInput = z.strictObject({
  source,
  rows: z.array(saleRowInput).min(1, 'At least 1').max(maxSaleRows, `At most ${maxSaleRows}`),
});
export type SalesInput = z.output<typeof salesInput>;

/** Sales that took nothing or too little from stock, or took expired lots. */
export const saleGap = z.object({
  what: z.enum(['version', 'conversion', 'stock', 'expired']),
  recipeId: z.string().nullable(),
  itemId: z.string().nullable(),
  /** Name of the item or recipe. */
  name: z.string(),
  /** For an item, the missing or expired quantity in its base unit; for a recipe, the quantity sold. */
  qty: z.number(),
});
export type SaleGap = z.output<typeof saleGap>;

const sums = z.object({ qty: z.number(), net: z.number() });

export const salesTaken = z.object({
  /** Rows stored, and rows replaced. */
  taken: z.number(),
  replaced: z.number(),
  unknown: z.array(z.object({ code: z.string(), name: z.string().nullable(), ...sums.shape })),
  days: z.array(
    z.object({
      _id: z.string(),
      branch: z.string(),
      day: z.string(),
      /** Previous totals; null for a new day. */
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
  /** Net sales of unmapped menu items. */
  unknownNet: z.number(),
  unknownRows: z.number(),
  takesStock: z.boolean(),
  gaps: z.array(saleGap),
  updatedAt: z.string(),
  userName: z.string(),
  version: z.number(),
});
export type SaleDay = z.output<typeof saleDay>;

/** Sales of a till's menu item on a day, and its mapping. */
const soldArticle = z.object({
  source: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  /** `none`: not food; `unknown`: not mapped yet. */
  kind: z.enum(['recipe', 'item', 'none', 'unknown']),
  /** The mapped recipe or item. */
  targetName: z.string().nullable(),
  qty: z.number(),
  net: z.number(),
});

/**
 * Net stock of an item taken by sales, in its base unit; negative if returned. Value is null without access
 * to costs.
 */
const takenItem = z.object({
  itemId: z.string(),
  itemName: z.string(),
  unitSymbol: z.string(),
  lot: z.string().nullable(),
  qty: z.number(),
  value: z.number().nullable(),
});

/** Sales of a branch on a day over all tills, and the stock they took. */
export const salesOfDay = z.object({
  branch: z.string(),
  branchName: z.string(),
  day: z.string(),
  net: z.number(),
  /** The day's data by till. */
  tills: z.array(saleDay),
  articles: z.array(soldArticle),
  taken: z.array(takenItem),
});
export type SalesOfDay = z.output<typeof salesOfDay>;

export const salesQueryParams = z.object({
  ...pageQuery(50),
  branch: z.string().optional(),
  source: z.string().optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type SalesQueryParams = z.output<typeof salesQueryParams>;

export const articleStates = ['unknown', 'all'] as const;

export const articlesQueryParams = z.object({
  ...pageQuery(50),
  state: z.enum(articleStates).default('unknown'),
  branch: z.string().optional(),
});
export type ArticlesQueryParams = z.output<typeof articlesQueryParams>;

/** A menu item of a till with its sales at the caller's locations, and its mapping. */
export const saleArticle = z.object({
  source: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  ...sums.shape,
  lastDay: z.string(),
  recipeId: z.string().nullable(),
  itemId: z.string().nullable(),
  isNoFood: z.boolean(),
  /** Name of the recipe or item. */
  targetName: z.string().nullable(),
  /** Per unit sold: portions of the recipe, or base units of the item. */
  portions: z.number().nullable(),
});
export type SaleArticle = z.output<typeof saleArticle>;

/** Maps a menu item, for future and past sales. */
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
  /** Days of branches with sales of it, and how many of them posted stock again. */
  days: z.number(),
  stockDays: z.number(),
  /** Days in a closed period, whose stock isn't changed. */
  closedDays: z.number(),
  /** Days corrected later by a background job, if there are many. */
  pendingDays: z.number().optional(),
});
export type ArticleMapped = z.output<typeof articleMapped>;

/**
 * Possible columns of a till's file. `size` makes sizes and price levels separate menu items, `price` is per
 * unit and used if there is no amount, `void` marks rows that aren't sales.
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

/** Column mapping of a till's file by heading, and its number and date format. */
export const saleLayout = z.strictObject({
  columns: z.partialRecord(z.enum(saleFields), z.string().max(200)),
  ...importFormat.shape,
  /** Sales before this time (HH:MM) belong to the previous day. */
  dayEndsAt: z
    .string()
    .regex(/^\d{2}:\d{2}$/, 'Enter a time like 04:00')
    .optional(),
  /** Branches by their names in the file. */
  branches: z.record(z.string().max(200), id).optional(),
});
export type SaleLayout = z.output<typeof saleLayout>;

export const saleSource = z.object({ name: z.string(), layout: saleLayout.nullable() });
export type SaleSource = z.output<typeof saleSource>;
export const sourceInput = z.strictObject({ name: source, layout: saleLayout });
