/** What the two names of a row are called, in every collection that has them. */
export const namesInArabic = { name: 'الاسم', nameAlt: 'الاسم باللغة الثانية' };
