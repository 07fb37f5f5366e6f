import { formatCount } from '#platform/web/format/format.ts';
import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { tableMessages } from './messages.ts';

const rows = formatArabicCount({
  none: 'لا صفوف',
  one: 'صف واحد',
  two: 'صفان',
  few: 'صفوف',
  many: 'صفًا',
  other: 'صف',
});

export const arabic: TranslationOf<typeof tableMessages> = {
  filters: 'التصفية',
  filtersOn: (count) => `التصفية (${formatCount(count)})`,
  sortBy: (column) => `الترتيب حسب ${column}`,
  sortedByDefault: (column) => `مرتّبة حسب ${column} (افتراضيًا)`,
  sort: 'الترتيب',
  defaultOrder: 'الترتيب الافتراضي',
  ascending: (column) => `${column}، تصاعديًا`,
  descending: (column) => `${column}، تنازليًا`,
  view: 'العرض',
  export: {
    label: 'تصدير',
    selectedCsv: 'المحدد بصيغة CSV',
    done: (count, file) => `تم الحفظ في ${file}: ${rows(count)}.`,
    failed: (reason) => `تعذّر تصدير الصفوف. ${reason}`,
  },
  selectPage: 'تحديد كل صفوف هذه الصفحة',
  selectRow: (name) => `تحديد ${name}`,
  selected: (count) => `المحدد: ${rows(count)}`,
  clearSelection: 'إلغاء التحديد',
  pages: 'الصفحات',
  range: (first, last, total) => `المعروض ${first}–${last} من ${total}`,
  rangeOnly: (first, last) => `المعروض ${first}–${last}`,
  noRows: 'لا صفوف',
  page: (page) => `الصفحة ${page}`,
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  pageOutOfRange: 'أصبح عدد صفحات القائمة أقل',
  firstPage: 'الانتقال إلى الصفحة الأولى',
  notOffered: 'هذه القائمة غير متاحة',
  notOfferedText: 'هذا الخادم لا يوفّرها. بقية الصفحات تعمل كالمعتاد.',
};
