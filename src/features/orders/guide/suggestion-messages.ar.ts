import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { suggestionTexts } from './suggestion-messages.ts';

export const arabic: TranslationOf<typeof suggestionTexts> = {
  loading: 'يجري تحميل ما طُلب',
  failed: 'تعذّر تحميل ما طُلب',
  why: 'لماذا هذه الكمية',
  service: (percent, words) => `المقصود لفئته أن يكفي في ${percent} من الأيام: ${words}.`,
  backtest: 'الأسابيع الثمانية الماضية، بطلب كل يوم على حدة',
  backtestText: (count) =>
    count === 0
      ? 'المعروف أقل من أن يُقارن.'
      : `ما كانت كل قاعدة ستبقيه زائدًا وما كان سينقصها، بالطلب قبل يومين، وكلها بهامش لمستوى التوفر نفسه. عدد الأيام: ${count}.`,
  rule: 'القاعدة',
  rules: { ours: 'هذا الاقتراح', lastWeek: 'مثل الأسبوع الماضي', weekdayAverage: 'متوسط ثمانية أسابيع' },
  leftOver: 'الزائد',
  missed: 'الناقص',
  standsOut: 'أيام لافتة',
  standsOutText: 'الطلبية الكبيرة المنفردة لا تتكرر. استبعد مثل هذا اليوم فلا يُبنى عليه اقتراح.',
  leaveOut: 'استبعاد',
  keep: 'يُحسب',
  days: 'يومًا بيوم',
  day: 'اليوم',
  wanted: 'المطلوب',
  expected: 'المتوقع',
  said: 'حاله',
  states: {
    counts: 'يُحسب',
    closed: 'مغلق',
    out: 'نفد المخزون',
    exceptional: 'استثناء',
    before: 'غير معروف بعد',
  },
  holiday: 'عطلة',
  markDay: (day) => `حال ${day}`,
  choices: { none: 'كما جاء', exceptional: 'استثناء: يُستبعد', counts: 'يُحسب مع ذلك' },
  holidayLabel: 'عطلة يفتح فيها الفرع',
  addHoliday: 'تسجيل عطلة',
  noHoliday: 'ليس يوم عطلة',
  noHolidayOn: (day) => `ليس يوم عطلة: ${day}`,
  marked: 'تُحسب الاقتراحات بذلك.',
  kept: 'يجري جرد هذا الصنف. يُعرض ما استُهلك منه عند تسليم الجرد.',
};
