import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { monitorMessages } from './messages.ts';

export const arabic: TranslationOf<typeof monitorMessages> = {
  title: 'مراقبة الأداء',
  entries: 'المدخلات',
  size: 'الحجم',
  kilobytes: (amount) => `${amount} ك.ب`,
  mostRead: 'الأكثر استخدامًا',
  accesses: (count) => {
    if (count === 1) return 'استُخدم مرة واحدة';
    if (count === 2) return 'استُخدم مرتين';
    return count <= 10 ? `استُخدم ${count} مرات` : `استُخدم ${count} مرة`;
  },
  none: 'لا شيء بعد',
  clear: 'مسح الذاكرة المؤقتة',
  cleared: 'مُسحت الذاكرة المؤقتة. جارٍ إعادة تحميل بيانات هذه الصفحة.',
  collapse: 'طي مراقبة الأداء',
  expand: 'إظهار مراقبة الأداء',
  move: 'تحريك مراقبة الأداء: اسحبها، أو استخدم مفاتيح الأسهم، أو اضغط للانتقال إلى الزاوية التالية',
};
