import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { reviewPageMessages } from './messages.ts';

const proposals = arabicCount({
  none: 'لا مقترحات',
  one: 'مقترح واحد',
  two: 'مقترحان',
  few: 'مقترحات',
  many: 'مقترحًا',
  other: 'مقترح',
});

export const arabic: TranslationOf<typeof reviewPageMessages> = {
  context: 'تنتظر هنا الأصناف والعبوات والأسعار الجديدة إلى أن تُعتمد.',
  label: 'المقترحات',
  search: 'البحث بالاسم أو الرمز أو صاحب المقترح',
  loading: 'جارٍ تحميل المقترحات',
  failed: 'تعذّر تحميل المقترحات',
  nothingMatches: 'لا مقترحات تطابق عوامل التصفية',
  empty: 'لا شيء ينتظر المراجعة',
  emptyText: 'تحدد الأدوار من تُراجع تغييراته. لا أحد يعتمد ما اقترحه بنفسه.',
  columns: {
    name: 'الاسم',
    kind: 'النوع',
    item: 'الصنف',
    fields: 'ما يتغيّر',
    by: 'اقترحه',
    at: 'متى',
    status: 'الحالة',
    decidedBy: 'بتّ فيه',
    reason: 'السبب',
  },
  collection: 'صنف أو عبوة',
  anyCollection: 'كلاهما',
  collections: { items: 'الأصناف', packagings: 'العبوات' },
  status: 'الحالة',
  all: 'كل الحالات',
  approveAllText: 'تسري فورًا على الجميع. تُعتمد كلها أو لا يُعتمد أيٌّ منها.',
  approveAll: (count) => `اعتماد ${proposals(count)}`,
  approved: (count) => `اعتُمد: ${proposals(count)}.`,
  notYours: 'بعض المقترحات المحددة بُتّ فيها أو ليس البتّ فيها لك.',
  failedAll: 'تعذّر تنفيذ ذلك: لم يُعتمد شيء.',
};
