import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { currenciesMessages } from './messages.ts';

export const arabic: TranslationOf<typeof currenciesMessages> = {
  list: {
    now: 'السعر الحالي',
    base: (name) => `${name} هي العملة الأساسية.`,
    exchangeRates: 'أسعار الصرف',
    aboutRates: (name) =>
      `تبيّن أسعار الصرف كم تساوي وحدة واحدة من عملة أخرى بعملة ${name}. إذا جعلت عملة أخرى أساسية فأدخل الأسعار من جديد.`,
    noBase: 'لا عملة أساسية بعد. حدّد عملة أساسية لإدخال أسعار الصرف.',
  },
  rates: {
    base: 'هذه هي العملة الأساسية. لا تحتاج إلى سعر صرف.',
    rule: (code) => `ابتداءً من التاريخ المحدد تساوي ${code} واحدة هذا القدر من العملة الأساسية.`,
    thisCurrency: 'وحدة',
    day: 'من',
    rate: 'السعر',
    add: 'إضافة سعر',
    remove: (day) => `حذف السعر الساري من ${day}`,
    none: 'لا سعر بعد.',
    now: 'الحالي',
    planned: 'مخطط',
    changesPastDays: (from, to) =>
      `يغيّر هذا سعر أيام مضت. تُحسب من جديد تكلفة الوصفات بأسعار القائمة من ${from} إلى ${to} وتغيّرات الأسعار. وتبقى الطلبات والاستلامات والفواتير والمخزون كما رُحّلت.`,
  },
};
