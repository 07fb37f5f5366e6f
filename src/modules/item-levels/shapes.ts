import { mapOf, pick, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Stock levels of an item at a location, in its base unit; null for levels that aren't set. */
export const branchLevel = {
  itemId: 'required id',
  branchId: 'required id',
  version: 'integer',
  min: 'quantity?',
  par: 'quantity?',
  max: 'quantity?',
  safetyStock: 'quantity?',
  binSortOrder: 'integer?',
  /** Par level by day of the week ("1" is Monday) if it differs from the default. */
  weekdayPar: mapOf('quantity'),
} as const satisfies Shape;
export type BranchLevel = Wire<typeof branchLevel>;

/** The same with fewer fields, for screens that load all items. */
export const compactLevel = pick(branchLevel, ['itemId', 'branchId', 'min', 'par', 'max']);
export type CompactLevel = Wire<typeof compactLevel>;
