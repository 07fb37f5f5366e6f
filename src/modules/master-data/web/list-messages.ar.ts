import { arabicItems } from '#platform/web/i18n/arabic-count.ts';
import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { resourceListMessages } from './list-messages.ts';

const days = formatArabicCount({
  none: 'لا أيام',
  one: 'يوم',
  two: 'يومين',
  few: 'أيام',
  many: 'يومًا',
  other: 'يوم',
});

/** `بيومين`, `بـ3 أيام`: the preposition is attached directly to a word, and with a tatweel to a number. */
const daysEarlier = (count: number) => (count < 3 ? `ب${days(count)}` : `بـ${days(count)}`);

export const arabic: TranslationOf<typeof resourceListMessages> = {
  emptyFields: (fields) => `لم يُملأ: ${fields}.`,
  perUnit: (price, unit) => `${price} لكل ${unit}`,
  search: 'البحث بالاسم أو الرمز',
  searchPacks: 'البحث بالاسم أو الصنف أو الباركود',
  loading: (many) => `جارٍ تحميل ${many}`,
  failed: (many) => `تعذّر تحميل ${many}`,
  nothingMatches: 'لا شيء يطابق عوامل التصفية',
  empty: (many) => `${many}: لا شيء بعد`,
  emptyText: 'يمكن اختيار ما يُضاف هنا في الصفحات الأخرى.',
  emptyWithAction: (create) => `اختر «${create}» لإضافة أول سجل، ثم يمكنك اختياره في الصفحات الأخرى.`,
  state: 'الحالة',
  active: 'نشط',
  archived: 'مؤرشف',
  activeAndArchived: 'الكل',
  none: (label) => `${label}: بدون`,
  tabs: 'قوائم هذه الصفحة',
  headOfficeOnly: (many) =>
    `تؤثر «${many}» في كل الفروع، لذلك لا تغيّرها إلا الإدارة. يمكنك الاطلاع عليها هنا.`,
  yes: 'نعم',
  no: 'لا',
  rowFailed: 'تعذّر تحميل هذا السجل',
  currency: 'العملة',
  createdAt: 'أُضيف',
  updatedAt: 'آخر تعديل',
  deliveryDay: (weekday, time, daysBefore) =>
    `${weekday}: الطلب حتى ${time} ${daysBefore === 0 ? 'في اليوم نفسه' : daysBefore === 1 ? 'من اليوم السابق' : `قبله ${daysEarlier(daysBefore)}`}`,
  yearly: 'كل سنة',
  rate: (day, rate) => `${rate} من ${day}`,
  rateFromStart: (rate) => `${rate} من البداية`,
  ingredients: formatArabicCount({
    none: 'لا مكونات',
    one: 'مكوّن واحد',
    two: 'مكوّنان',
    few: 'مكونات',
    many: 'مكوّنًا',
    other: 'مكوّن',
  }),
  steps: formatArabicCount({
    none: 'لا خطوات',
    one: 'خطوة واحدة',
    two: 'خطوتان',
    few: 'خطوات',
    many: 'خطوة',
    other: 'خطوة',
  }),
  templateItems: arabicItems,
  weekdayPar: (weekday, qty) => `${weekday} ${qty}`,
  transferPrice: {
    cost: 'بسعر التكلفة',
    costPlus: (percent) => `التكلفة زائد ${percent}%`,
    fixed: (price) => `${price} للوحدة الأساسية`,
  },
  allergenStates: {
    contains: 'يحتوي على',
    may_contain: 'قد يحتوي على',
    free: 'خالٍ من',
    unknown: 'غير معروف',
  },
  allergens: {
    gluten: 'الغلوتين',
    crustaceans: 'القشريات',
    eggs: 'البيض',
    fish: 'السمك',
    peanuts: 'الفول السوداني',
    soybeans: 'فول الصويا',
    milk: 'الحليب',
    nuts: 'المكسرات',
    celery: 'الكرفس',
    mustard: 'الخردل',
    sesame: 'السمسم',
    sulphites: 'الكبريتيت',
    lupin: 'الترمس',
    molluscs: 'الرخويات',
  },
  nutritionBases: { '100g': 'لكل 100 غ', '100ml': 'لكل 100 مل' },
  nutrients: {
    energyKj: 'الطاقة (كيلوجول)',
    energyKcal: 'الطاقة (سعرة حرارية)',
    fat: 'الدهون',
    saturates: 'الدهون المشبعة',
    carbohydrate: 'الكربوهيدرات',
    sugars: 'السكريات',
    fibre: 'الألياف',
    protein: 'البروتين',
    salt: 'الملح',
  },
};
