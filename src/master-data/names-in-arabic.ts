/** What the two names of a row are called, in every collection that has them. */
export const namesInArabic = { name: 'الاسم', nameAlt: 'الاسم باللغة الثانية' };

/** The tolerances that items and suppliers say. */
export const tolerancesInArabic = {
  overReceiptPercent: 'سماح الزيادة عند الاستلام، %',
  overReceiptQty: 'سماح الزيادة عند الاستلام، بالوحدة الأساسية',
  shortReceiptPercent: 'سماح النقص عند الاستلام، %',
  shortReceiptQty: 'سماح النقص عند الاستلام، بالوحدة الأساسية',
  priceTolerancePercent: 'سماح السعر، %',
};
