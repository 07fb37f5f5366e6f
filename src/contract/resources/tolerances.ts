import { field } from './fields.ts';

/**
 * By how much a receipt may differ from what was ordered, and a price from what was agreed: said of an item or a
 * supplier. Empty is not said; 0 is exactly 0.
 */
export const toleranceFields = ({ hint }: { hint: string }) => ({
  overReceiptPercent: field.percent('Over-receipt tolerance, %', { hint }).optional(),
  overReceiptQty: field.quantity('Over-receipt tolerance, base units').optional(),
  shortReceiptPercent: field.percent('Short-receipt tolerance, %').optional(),
  shortReceiptQty: field.quantity('Short-receipt tolerance, base units').optional(),
  priceTolerancePercent: field.percent('Price tolerance, %').optional(),
});
