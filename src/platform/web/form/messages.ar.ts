import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { formMessages } from './messages.ts';

export const arabic: TranslationOf<typeof formMessages> = {
  wholeOnly: (unit) => (unit === '' ? 'أعداد صحيحة فقط.' : `أعداد صحيحة فقط: لا تُجزّأ وحدة ${unit}.`),
  notAQuantity: 'أدخل رقمًا، مثل ‎3‎ أو ‎2*12‎.',
  increase: (label) => `زيادة واحدة: ${label}`,
  decrease: (label) => `إنقاص واحدة: ${label}`,
  reason: {
    choose: 'اختر سببًا',
    other: 'سبب آخر…',
    note: (label) => `${label} بكلماتك`,
    noteHint: 'ماذا حدث؟',
  },
  pad: {
    label: 'لوحة الأرقام',
    times: 'ضرب',
    plus: 'جمع',
    minus: 'طرح',
    erase: 'حذف آخر رقم',
    previous: 'الكمية السابقة',
    next: 'الكمية التالية',
    suggestion: 'استخدام الكمية المقترحة',
    hide: 'إخفاء لوحة الأرقام',
  },
};
