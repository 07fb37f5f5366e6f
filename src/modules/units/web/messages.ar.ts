import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { unitsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof unitsMessages> = {
  units: {
    all: (count) => `كل الوحدات (${count}) في القائمة`,
    converter: 'المحوّل',
    quantity: 'الكمية',
    from: 'من',
    to: 'إلى',
    item: 'لصنف',
    itemHint: 'اختياري: يستخدم تحويلات الصنف الخاصة به.',
    result: (from, to) => `${from} = ${to}`,
    about: (from, to) => `${from} ≈ ${to}`,
    exactly: (ratio) => `بالضبط ${ratio}.`,
    choose: 'اختر وحدتين.',
    noConversion: (from, to) => `لا تحويل من ${from} إلى ${to}.`,
    noConversionForItem: (from, to, item) =>
      `لا تحويل من ${from} إلى ${to} للصنف ${item}. أضف تحويلًا في صفحة الصنف.`,
    notANumber: 'أدخل رقمًا.',
    tooLarge: 'النتيجة أكبر من أن تُعرض بدقة.',
    byDimension: 'حسب البُعد',
    base: 'أساس',
  },
};
