import { formatCount } from '#platform/web/format/format.ts';
import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { branchFormMessages } from './form-messages.ts';

const days = formatArabicCount({
  none: 'اليوم نفسه',
  one: 'اليوم السابق',
  two: 'يومين قبلها',
  few: 'أيام قبلها',
  many: 'يومًا قبلها',
  other: 'يوم قبلها',
});
const pastEntries = formatArabicCount({
  none: 'الإغلاقات الماضية',
  one: 'إغلاق مضى',
  two: 'إغلاقين مضيا',
  few: 'إغلاقات مضت',
  many: 'إغلاقًا مضى',
  other: 'إغلاق مضى',
});

export const arabic: TranslationOf<typeof branchFormMessages> = {
  dayEnds: {
    midnight: '00:00 (منتصف الليل)',
    from: 'اعتبارًا من يوم العمل',
    fromHint: 'تبقى الأيام السابقة كما هي.',
  },
  delivery: {
    day: (weekday) => `تسليم يوم ${weekday}`,
    before: (weekday) => `الأيام قبل ${weekday}`,
    time: (weekday) => `آخر وقت للطلب، ${weekday}`,
    daysBefore: (count) => days(count),
    until: (cutoff, time, delivery) => `الطلب حتى ${cutoff} ${time} لتسليم ${delivery}`,
    weekBefore: 'قبلها بأسبوع',
    weeksBefore: 'قبلها بأسبوعين',
    copy: 'الموعد نفسه لكل الأيام',
    upcoming: (timezone) => `عمليات التسليم في الأسبوعين القادمين (المنطقة الزمنية: ${timezone})`,
    none: 'دون أيام تسليم لا يُعدّ أي طلب متأخرًا ولا يُقترح يوم تسليم.',
    noZone: 'اختر المنطقة الزمنية لعرض عمليات التسليم القادمة.',
    orderBy: (day, time) => `الطلب حتى ${day}، ${time}`,
    timeLeft: (span) => `متبقٍ ${span}`,
    closed: 'انتهى موعد الطلب',
    cancelled: { branch: 'لا تسليم: الفرع مغلق', kitchen: 'لا تسليم: المطبخ مغلق' },
    earlier: 'موعد إغلاق أبكر لأن المطبخ مغلق',
    shifted: (time) => `تتخطى الساعة ${time} في ذلك اليوم، فيتأخر موعد الإغلاق.`,
  },
  closed: {
    none: 'لا أيام إغلاق.',
    from: 'من',
    until: 'إلى',
    yearly: 'كل سنة',
    note: 'المناسبة',
    add: 'إضافة أيام إغلاق',
    clearPast: (count) => `إزالة ${pastEntries(count)}`,
    remove: (day) => `إزالة أيام الإغلاق ابتداءً من ${day}`,
    removeEntry: (position) => `إزالة الإغلاق ${formatCount(position)}`,
    entry: (position) => `أيام الإغلاق، الصف ${position}`,
    cancels: (days) => `لا تسليم في ${days}`,
    andMore: (days, more) => `${days} و${more} أخرى`,
    cancelsNone: 'لا تتأثر أي عملية تسليم.',
    past: 'مضت',
  },
  negativeStock: {
    block: 'لا يمكن شحن أكثر من المتوفر أو إهداره أو تحويله. رحّل استلامًا أو جردًا أولًا.',
    warn: 'يمكن أن ينزل المخزون دون الصفر. تُعلَّم الأرصدة السالبة وتُعرض ضمن «مشكلات البيانات» حتى يُجرد الصنف.',
  },
};
