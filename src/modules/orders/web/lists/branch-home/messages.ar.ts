import { formatCount } from '#platform/web/format/format.ts';
import { formatArabicCount, arabicItems, arabicLines } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { homeMessages } from './messages.ts';

const sections = formatArabicCount({
  none: 'لا أقسام',
  one: 'قسم آخر',
  two: 'قسمان آخران',
  few: 'أقسام أخرى',
  many: 'قسمًا آخر',
  other: 'قسم آخر',
});

export const arabic: TranslationOf<typeof homeMessages> = {
  context: (branch, kitchen) => `${branch} · يطلب من ${kitchen}`,
  branch: 'الفرع',
  newOrder: 'طلب جديد',
  loading: 'جارٍ تحميل بيانات الفرع',
  failed: 'تعذّر تحميل الطلبات',
  branchesFailed: 'تعذّر تحميل الفروع',
  cutoff: {
    title: 'موعد الإغلاق القادم',
    timeLeft: (span) => `المتبقي ${span}`,
    until: (instant) => `الطلب متاح حتى ${instant}`,
    delivery: (day) => `للتسليم يوم ${day}`,
    none: 'لم تُحدَّد أيام تسليم لهذا الفرع.',
    setDays: 'تحديد أيام التسليم',
    ordered: (orderNo) => `تم تقديم ${orderNo} لهذا اليوم.`,
    draft: (orderNo) => `لا يزال ${orderNo} مسودة.`,
    missing: 'لا طلب لهذا اليوم بعد.',
    order: 'الطلب لهذا اليوم',
  },
  stages: { title: 'الطلبات حسب المرحلة' },
  substitutes: {
    title: 'أصناف بديلة تنتظر ردك',
    row: (orderNo, count) => `الطلب ${orderNo}: أصناف بديلة عددها ${formatCount(count)}`,
  },
  drafts: {
    title: 'المسودات',
    none: 'لا مسودات.',
    all: 'كل المسودات',
    row: (day, lines) => `التسليم ${day} · ${arabicLines(lines)}`,
  },
  deliveries: {
    title: 'شحنات بانتظار الاستلام',
    none: 'لا شحنات في الطريق.',
    all: 'كل الشحنات',
    row: (age) => `شُحنت ${age}`,
  },
  low: {
    title: 'على وشك النفاد',
    none: 'لا أصناف دون الحد الأدنى أو المستوى المستهدف.',
    more: (count) => `وأيضًا ${arabicItems(count)}`,
    row: (onHand, want) => `${onHand} من ${want}`,
    states: { negative: 'سالب', out: 'نفد', belowMin: 'دون الحد الأدنى', belowPar: 'دون المستوى المستهدف' },
    order: 'طلب',
    failed: 'تعذّر تحميل المخزون.',
  },
  wastage: {
    title: 'أحدث الهدر',
    week: 'خلال آخر 7 أيام',
    none: 'لم يُسجَّل هدر خلال آخر 7 أيام.',
    all: 'كل الهدر',
    record: 'تسجيل هدر',
    failed: 'تعذّر تحميل الهدر.',
  },
  inventory: {
    context: (branch) => `الاستلام والجرد والهدر في ${branch}`,
    receive: 'استلام شحنات المطبخ',
    count: 'جرد المخزون الموجود',
    waste: 'تسجيل الهدر',
    transfers: 'الإرسال إلى موقع آخر أو إرجاع البضاعة',
    loading: 'جارٍ تحميل المخزون',
  },
  counts: {
    title: 'الجرد المستحق',
    none: 'لا جرد مجدول.',
    failed: 'تعذّر تحميل جدول الجرد.',
    by: (day, time) => `${day}، قبل ${time}`,
    types: { full: 'كامل', cycle: 'دوري' },
    count: 'جرد',
    schedules: 'جدول الجرد',
    more: (count) => `${sections(count)} في جدول الجرد`,
  },
};
