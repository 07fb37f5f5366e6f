import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { reviewPageMessages } from './messages.ts';

const proposals = formatArabicCount({
  none: 'لا مقترحات',
  one: 'مقترح واحد',
  two: 'مقترحان',
  few: 'مقترحات',
  many: 'مقترحًا',
  other: 'مقترح',
});

export const arabic: TranslationOf<typeof reviewPageMessages> = {
  context: 'أصناف وعبوات وأسعار جديدة بانتظار الاعتماد.',
  label: 'المقترحات',
  search: 'البحث بالاسم أو الرمز أو صاحب المقترح',
  loading: 'جارٍ تحميل المقترحات',
  failed: 'تعذّر تحميل المقترحات',
  nothingMatches: 'لا توجد مقترحات تطابق عوامل التصفية',
  empty: 'لا يوجد ما يحتاج إلى مراجعة',
  emptyText: 'تحدد الأدوار من تحتاج تغييراته إلى مراجعة. لا يمكنك اعتماد مقترحاتك.',
  columns: {
    name: 'الاسم',
    kind: 'النوع',
    item: 'الصنف',
    fields: 'التغييرات',
    by: 'اقترحه',
    at: 'الوقت',
    status: 'الحالة',
    decidedBy: 'بتّ فيه',
    reason: 'السبب',
  },
  collection: 'صنف أو عبوة',
  anyCollection: 'كلاهما',
  collections: { items: 'الأصناف', packagings: 'العبوات' },
  status: 'الحالة',
  all: 'كل الحالات',
  approveAllText: 'تسري التغييرات فورًا على الجميع. إن تعذّر اعتماد أحدها فلن يُعتمد أي منها.',
  approveAll: (count) => (count === 0 ? 'اعتماد المقترحات' : `اعتماد ${proposals(count)}`),
  approved: (count) => `تم الاعتماد: ${proposals(count)}.`,
  notYours: 'بعض المقترحات المحددة بُتّ فيها أو لا يمكنك اعتمادها.',
  failedAll: 'تعذّر اعتماد المقترحات. لم يتغيّر شيء.',
};
