import { dateOrders, decimalMarks } from '#core/file-format.ts';
import {
  listOf,
  mapOf,
  nullable,
  objectOf,
  oneOf,
  type Shape,
  sparse,
  type Wire,
} from '#platform/shapes/shape.ts';

/** Sales that depleted no stock or too little, or depleted expired lots. */
const saleGap = {
  kind: oneOf(['version', 'conversion', 'stock', 'expired', 'unused']),
  recipeId: 'id?',
  itemId: 'id?',
  /** Name of the item, recipe, or modifier whose ingredient the sold item doesn't have (`unused`). */
  name: 'text',
  /** For an item, the missing or expired quantity in its base unit; otherwise the quantity sold. */
  qty: 'quantity',
} as const satisfies Shape;
export type SaleGap = Wire<typeof saleGap>;

const sums = {
  qty: 'quantity',
  net: 'money',
} as const satisfies Shape;

export const importedSales = {
  /** Rows stored, and rows replaced. */
  imported: 'integer',
  replaced: 'integer',
  unmapped: listOf({
    code: 'text',
    name: 'text?',
    ...sums,
    isModifier: 'flag',
  }),
  days: listOf({
    _id: 'key',
    branch: 'id',
    day: 'text',
    /** Previous totals; null for a new day. */
    before: nullable(objectOf(sums)),
    after: objectOf(sums),
    gaps: listOf(saleGap),
  }),
} as const satisfies Shape;
export type ImportedSales = Wire<typeof importedSales>;

export const saleDay = {
  _id: 'key',
  branch: 'id',
  branchName: 'name',
  branchNameAlt: 'text?',
  source: 'text',
  day: 'text',
  qty: 'quantity',
  net: 'money',
  rows: 'integer',
  /** Net sales of unmapped menu items and modifiers. */
  unmappedNet: 'money',
  unmappedRows: 'integer',
  depletesStock: 'flag',
  gaps: listOf(saleGap),
  updatedAt: 'moment',
  userName: 'text',
  version: 'integer',
} as const satisfies Shape;
export type SaleDay = Wire<typeof saleDay>;

/** Sales of a till's menu item on a day, and its mapping. */
const soldTillItem = {
  source: 'text',
  code: 'text',
  name: 'text?',
  /** `none`: not food; `unmapped`: not mapped yet. */
  kind: oneOf(['recipe', 'item', 'none', 'unmapped'], 'unmapped'),
  /** The mapped recipe or item. */
  targetName: 'text?',
  qty: 'quantity',
  net: 'money',
  modifiers: listOf({ name: 'text', isMapped: 'flag' }),
} as const satisfies Shape;

/**
 * Net quantity of an item that sales depleted, in its base unit; negative if returned. Value is null without
 * access to costs.
 */
const depletedItem = {
  itemId: 'id',
  itemName: 'text',
  unitSymbol: 'text',
  lot: 'text?',
  qty: 'quantity',
  value: 'cost?',
} as const satisfies Shape;

/** Sales of a branch on a day at all its tills, and the stock that they depleted. */
export const salesOfDay = {
  branch: 'id',
  branchName: 'name',
  branchNameAlt: 'text?',
  day: 'text',
  net: 'money',
  /** The day's data by till. */
  tills: listOf(saleDay),
  tillItems: listOf(soldTillItem),
  depleted: listOf(depletedItem),
} as const satisfies Shape;
export type SalesOfDay = Wire<typeof salesOfDay>;

/** A menu item of a till with its sales at the caller's locations, and its mapping. */
export const tillItem = {
  source: 'required text',
  code: 'required text',
  name: 'text?',
  ...sums,
  lastDay: 'text',
  recipeId: 'id?',
  itemId: 'id?',
  isNonFood: 'flag',
  /** Name of the recipe or item. */
  targetName: 'text?',
  /** Per unit sold: portions of the recipe, or base units of the item. Null if not mapped. */
  portions: 'quantity?',
  isModifier: 'flag',
  /** Net sales of the items sold with a modifier; for a menu item, its own net sales. */
  netOfItems: 'money',
  /** Factor of a modifier for the recipe's quantities, and the ingredients that it replaces or leaves out. */
  scale: 'number',
  changes: listOf({
    itemId: 'id',
    itemName: 'text',
    replacementItemId: 'id?',
    replacementItemName: 'text?',
    factor: 'number',
  }),
} as const satisfies Shape;
export type TillItem = Wire<typeof tillItem>;

export const mappedTillItem = {
  /** Number of branch days with sales of the menu item, and the number of those whose depletion was corrected. */
  days: 'integer',
  stockDays: 'integer',
  /** Days in a closed period, whose stock isn't changed. */
  closedDays: 'integer',
  /** Days corrected later by a background job, if there are many. */
  pendingDays: 'sparse integer?',
} as const satisfies Shape;
export type MappedTillItem = Wire<typeof mappedTillItem>;

/** A till with the layout of its files, null before the first import; see `saleLayout`. */
export const saleSource = {
  name: 'required text',
  /** Codes of the mapped modifiers. */
  modifiers: 'texts',
  layout: nullable(
    objectOf({
      columns: mapOf('text'),
      decimal: oneOf(decimalMarks),
      dates: oneOf(dateOrders, 'ymd'),
      branches: sparse(mapOf('id')),
    }),
  ),
} as const satisfies Shape;
export type SaleSource = Wire<typeof saleSource>;
