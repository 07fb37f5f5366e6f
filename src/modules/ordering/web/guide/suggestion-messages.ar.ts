import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { suggestionPanelMessages } from './suggestion-messages.ts';

export const arabic: TranslationOf<typeof suggestionPanelMessages> = {
  loading: 'جارٍ تحميل الطلب المتوقع',
  failed: 'تعذّر تحميل الطلب المتوقع',
  why: 'سبب هذه الكمية',
  service: (percent, words) => `مستوى التوفر لفئته: ${percent} (${words}).`,
  backtest: 'الاختبار على الأسابيع الثمانية الماضية',
  backtestText: (count) =>
    count === 0
      ? 'لا تكفي البيانات السابقة للمقارنة.'
      : `الزائد والناقص لو طُبّقت كل قاعدة، بالطلب قبل يومين وبمستوى التوفر نفسه. عدد الأيام: ${count}.`,
  rule: 'القاعدة',
  rules: { forecast: 'هذا الاقتراح', lastWeek: 'مثل الأسبوع الماضي', weekdayAverage: 'متوسط ثمانية أسابيع' },
  surplus: 'الزائد',
  missedDemand: 'الناقص',
  unusualDays: 'أيام غير معتادة',
  unusualDaysText: 'الطلب الكبير لمرة واحدة لا يتكرر. استبعد اليوم حتى لا يؤثر في الاقتراحات.',
  exclude: 'استبعاد',
  include: 'احتساب',
  days: 'يومًا بيوم',
  day: 'التاريخ',
  demand: 'الطلب',
  expected: 'المتوقع',
  status: 'الحالة',
  states: {
    counts: 'يُحسب',
    closed: 'مغلق',
    out: 'نفد المخزون',
    exceptional: 'استثناء',
    before: 'لا بيانات بعد',
  },
  holiday: 'عطلة',
  markDay: (day) => `حالة ${day}`,
  choices: { none: 'تلقائي', exceptional: 'استثناء: استبعاد', counts: 'احتساب دائمًا' },
  holidayLabel: 'عطلة والفرع مفتوح',
  addHoliday: 'إضافة عطلة',
  removeHoliday: 'إزالة',
  removeHolidayOn: (day) => `إزالة عطلة: ${day}`,
  updated: 'حُدّثت الاقتراحات.',
  hiddenByCount: 'يجري جرد هذا الصنف. يُعرض الطلب عليه بعد تقديم الجرد.',
};
