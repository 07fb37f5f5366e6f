/** Labels of a row's two names, in all collections that have them. */
export const namesInArabic = { name: 'الاسم', nameAlt: 'الاسم باللغة الثانية' };

/** Labels of item and supplier tolerances. */
export const tolerancesInArabic = {
  overReceiptPercent: 'سماح الزيادة عند الاستلام (%)',
  overReceiptQty: 'سماح الزيادة عند الاستلام (بالوحدة الأساسية)',
  shortReceiptPercent: 'سماح النقص عند الاستلام (%)',
  shortReceiptQty: 'سماح النقص عند الاستلام (بالوحدة الأساسية)',
  priceTolerancePercent: 'سماح السعر (%)',
};
