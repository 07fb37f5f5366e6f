import { mapOf, pick, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Stock levels of an item at a location, in its base unit; null where none is set. */
export const branchLevel = {
  itemId: 'required id',
  branchId: 'required id',
  version: 'integer',
  min: 'quantity?',
  par: 'quantity?',
  max: 'quantity?',
  safetyStock: 'quantity?',
  binSortOrder: 'integer?',
  /** Par by weekday ("1" is Monday) where it differs. */
  weekdayPar: mapOf('quantity'),
} as const satisfies Shape;
export type BranchLevel = Wire<typeof branchLevel>;

/** The same in short, for screens with all items. */
export const compactLevel = pick(branchLevel, ['itemId', 'branchId', 'min', 'par', 'max']);
export type CompactLevel = Wire<typeof compactLevel>;
