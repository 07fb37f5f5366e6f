import { field } from '#platform/collections/fields.ts';

/**
 * Tolerance fields of an item or supplier for received quantities and prices. Empty means not set; 0 allows
 * no difference.
 */
export const defineToleranceFields = ({ hint }: { hint: string }) => ({
  overReceiptPercent: field.percent('Over-receipt tolerance (%)', { hint }).optional(),
  overReceiptQty: field.quantity('Over-receipt tolerance (base units)').optional(),
  shortReceiptPercent: field.percent('Short-receipt tolerance (%)').optional(),
  shortReceiptQty: field.quantity('Short-receipt tolerance (base units)').optional(),
  priceTolerancePercent: field.percent('Price tolerance (%)').optional(),
});
