import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { unitsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof unitsMessages> = {
  units: {
    all: (count) => `كل الوحدات (${count}) في القائمة`,
    converter: 'المحوّل',
    quantity: 'الكمية',
    from: 'من',
    to: 'إلى',
    item: 'لصنف',
    itemHint: 'فقط حيث تُعتمد عبوة خاصة به؛ إن تُرك فارغًا حُوّل بالحجم وحده.',
    result: (from, to) => `${from} = ${to}`,
    about: (from, to) => `${from} ≈ ${to}`,
    exactly: (ratio) => `بالضبط ${ratio}.`,
    choose: 'اختر وحدتين.',
    noWay: (from, to) => `لا شيء يقول كم ${to} تساوي ${from} واحدة.`,
    noWayForItem: (from, to, item) =>
      `لا شيء يقول كم ${to} تساوي ${from} واحدة من ${item}: أضف تحويلًا في صفحة الصنف.`,
    notANumber: 'يُنتظر رقم.',
    tooMuch: 'النتيجة أكبر مما يمكن قوله بدقة.',
    byDimension: 'حسب البُعد',
    base: 'أساس',
  },
};
