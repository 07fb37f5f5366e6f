import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { suppliersMessages } from './messages.ts';

const days = arabicCount({
  none: 'لا أيام',
  one: 'يوم واحد',
  two: 'يومان',
  few: 'أيام',
  many: 'يومًا',
  other: 'يوم',
});

export const arabic: TranslationOf<typeof suppliersMessages> = {
  supplier: {
    label: 'قائمة الأسعار',
    loading: 'جارٍ تحميل قائمة الأسعار',
    failed: 'تعذّر تحميل قائمة الأسعار',
    none: 'لا عبوة لهذا المورد بعد: تُدخل العبوات مع الصنف أو في صفحة التعبئة.',
    pack: 'الصنف والعبوة',
    contents: 'المحتوى',
    price: 'السعر',
    preferred: 'مفضّلة',
    since: (day) => `منذ ${day}`,
    noReceipts: 'لم يُستلم شيء من مورد بعد: يظهر مدى الالتزام حين تُسجَّل عمليات الاستلام.',
    promised: 'مدة التوريد الموعودة',
    days: (_shown, count) => days(count),
    onTime: 'تسليمات في موعدها',
    complete: 'تسليمات كاملة',
    priceChanges: 'فواتير بسعر آخر',
    notYet: 'لا استلام بعد',
  },
};
