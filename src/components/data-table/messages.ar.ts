import { formatCount } from '#src/lib/format/format.ts';
import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { tableMessages } from './messages.ts';

const rows = arabicCount({
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
  usualBy: (column) => `مرتّبة حسب ${column} كالمعتاد`,
  sort: 'الترتيب',
  asItComes: 'الترتيب الافتراضي',
  upwards: (column) => `${column}، تصاعديًا`,
  downwards: (column) => `${column}، تنازليًا`,
  view: 'العرض',
  export: {
    label: 'تصدير',
    selectedCsv: 'المحدد بصيغة CSV',
    done: (count, file) => `تم الحفظ في ${file}: ${rows(count)}.`,
    failed: (reason) => `تعذّر حفظ الصفوف. ${reason}`,
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
  pastTheEnd: 'أصبح عدد صفحات القائمة أقل',
  firstPage: 'إلى الصفحة الأولى',
  notOffered: 'هذا الخادم لا يوفّر هذه القائمة',
  notOfferedText: 'الخادم يستجيب، لكنه لا يعرف هذه القائمة. بقية الصفحات تعمل كالمعتاد.',
};
