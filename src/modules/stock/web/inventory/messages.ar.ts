import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { stockMessages } from './messages.ts';

/** `count` is formatted already, so only the common plural forms are distinguished. */
const rows = (count: string) => {
  if (count === '0') return 'لا صفوف';
  if (count === '1') return 'صف واحد';
  if (count === '2') return 'صفان';
  const remainder = Number(count.replaceAll(/\D/g, '')) % 100;
  if (remainder >= 3 && remainder <= 10) return `${count} صفوف`;
  return remainder >= 11 ? `${count} صفًا` : `${count} صف`;
};

const days = (count: string) => {
  if (count === '1') return 'يوم واحد';
  if (count === '2') return 'يومان';
  const remainder = Number(count);
  return Number.isInteger(remainder) && remainder >= 3 && remainder <= 10 ? `${count} أيام` : `${count} يومًا`;
};

export const arabic: TranslationOf<typeof stockMessages> = {
  title: 'المخزون',
  context: (count, age) => `أرصدة المخزون: ${count} · آخر تحديث ${age}`,
  atLocation: (place, amount) => `${place} · ${amount}`,
  loading: 'جارٍ تحميل المخزون',
  failed: 'تعذّر تحميل المخزون',
  enterOpening: 'إدخال المخزون الافتتاحي',
  count: 'جرد المخزون',
  refresh: 'تحديث',
  csv: 'حفظ بصيغة CSV',
  print: 'طباعة',
  printedOf: (printed, all) => `${printed} من ${rows(all)}`,
  printTooMany: (max) => `تُطبع أول ${rows(max)} فقط. يحتوي ملف CSV على كل الصفوف.`,
  csvSaved: (count) => `حُفظ بصيغة CSV: ${rows(count)}.`,
  search: 'البحث عن صنف أو رمز أو موقع',
  clear: 'مسح عوامل التصفية',
  allPlaces: 'كل المواقع',
  allSections: 'كل الأقسام',
  allCategories: 'كل الفئات',
  place: 'الموقع',
  section: 'القسم',
  category: 'الفئة',
  subsetLabel: 'الدفعات والحركة',
  subset: {
    all: 'كل الدفعات',
    in3: 'باقٍ 3 أيام أو أقل',
    in7: 'باقٍ 7 أيام أو أقل',
    in14: 'باقٍ 14 يومًا أو أقل',
    in30: 'باقٍ 30 يومًا أو أقل',
    expired: 'دفعات منتهية الصلاحية',
    held: 'دفعات موقوفة',
    'without-movement': 'بلا حركة منذ 28 يومًا',
  },
  lotSummary: ({ lots, expiredLots, onHoldLots }, day) =>
    [
      expiredLots > 0 ? `منتهية: ${expiredLots}` : '',
      onHoldLots > 0 ? `موقوفة: ${onHoldLots}` : '',
      day,
      lots > 0 ? `دفعات: ${lots}` : '',
    ]
      .filter(Boolean)
      .join('، ') || 'بلا دفعات',
  openLots: (lots) => `${lots}. عرض الدفعات`,
  coverRule:
    'التغطية: عدد الأيام التي يكفيها المتاح بمتوسط الاستهلاك اليومي لآخر 28 يومًا كاملًا، أو بمتوسط التسليم إن لم يسجّل الموقع استهلاكًا. تبقى فارغة إن لم يُستهلك شيء أو كانت البيانات أقل من أسبوع.',
  asAt: 'كما في',
  asAtDay: 'عرض المخزون في نهاية هذا اليوم',
  asAtNote: (day) =>
    `المخزون في نهاية ${day} حسب تاريخ الحركة. تدخل القيود المرحّلة لاحقًا لذلك اليوم أو لما قبله بقيمتها عند الترحيل.`,
  asPostedNote: (day, late, amount) =>
    `المخزون كما كان مسجلًا في نهاية ${day}. ${
      late === 0
        ? 'لم يُرحَّل شيء لاحقًا لذلك اليوم أو لما قبله.'
        : `قيود مستبعدة رُحّلت لاحقًا لذلك اليوم أو لما قبله: ${amount}.`
    }`,
  dateBasis: 'أساس التاريخ',
  dateBases: {
    effective: 'تاريخ الحركة',
    posted: 'تاريخ الترحيل',
  },
  unlistedRows: (count) => `صفوف أخرى غير معروضة: ${count}.`,
  unlistedBalances: (count) => `أرصدة أخرى غير معروضة ولا تدخل في المجموع: ${count}.`,
  choosePlace: 'اختر موقعًا لعرض كل مخزونه.',
  showNow: 'عرض المخزون الحالي',
  asAtEmpty: 'لا مخزون في ذلك اليوم',
  worth: (shelves, all) => `الموجود ${shelves} (${all} مع ما في الطريق والموقوف)`,
  stateLabel: 'الحالة',
  allStates: 'الكل',
  states: {
    negative: 'سالب',
    out: 'نفد',
    belowMin: 'دون الأدنى',
    belowPar: 'دون المستهدف',
    over: 'فوق الأقصى',
    ok: 'متوفر',
    counting: 'قيد الجرد',
  },
  shown: (shown, all) => `المعروض ${shown} من ${all}`,
  sortedBySection: 'بترتيب المرور على الأقسام',
  empty: 'لا مخزون بعد',
  emptyText: 'يظهر المخزون هنا مع أول شحنة أو عند إدخال المخزون الافتتاحي.',
  nothingMatches: 'لا شيء يطابق عوامل التصفية',
  table: 'المخزون حسب الصنف والموقع',
  columns: {
    item: 'الصنف',
    place: 'الموقع',
    onHand: 'الموجود',
    reserved: 'المحجوز',
    available: 'المتاح',
    inTransit: 'في الطريق',
    onHold: 'الموقوف',
    par: 'أدنى / مستهدف / أقصى',
    expiry: 'الدفعات وأقرب انتهاء',
    cover: 'التغطية',
    state: 'الحالة',
    avgCost: 'متوسط التكلفة',
    value: 'القيمة',
  },
  csvColumns: {
    itemCode: 'رمز الصنف',
    itemName: 'الصنف',
    place: 'الموقع',
    section: 'القسم',
    category: 'الفئة',
    unit: 'الوحدة',
    asAt: 'كما في نهاية',
    asPosted: 'كما كان مسجلًا في نهاية',
    onHand: 'الموجود',
    reserved: 'المحجوز',
    available: 'المتاح',
    inTransit: 'في الطريق',
    onOrder: 'الوارد من المورّدين',
    onHold: 'الموقوف',
    min: 'الحد الأدنى',
    par: 'المستوى المستهدف',
    max: 'الحد الأقصى',
    state: 'الحالة',
    lots: 'الدفعات',
    nextExpiry: 'أقرب انتهاء صلاحية',
    expiredLots: 'دفعات منتهية الصلاحية',
    onHoldLots: 'دفعات موقوفة',
    usagePerDay: 'الاستهلاك اليومي',
    cover: 'أيام التغطية',
    avgCost: 'متوسط التكلفة',
    value: 'القيمة',
    valueInTransitOrOnHold: 'قيمة ما في الطريق والموقوف',
  },
  sortBy: (column) => `الترتيب حسب ${column}`,
  card: {
    none: 'لا مخزون لهذا الصنف في هذا الموقع بعد.',
    places: 'المواقع',
    unknown: 'بطاقة الصنف',
    facts: {
      onHand: 'الموجود',
      reserved: 'المحجوز',
      available: 'المتاح',
      inTransit: 'في الطريق',
      onOrder: 'الوارد من المورّدين',
      onHold: 'الموقوف',
      levels: 'أدنى / مستهدف / أقصى',
      avgCost: 'متوسط التكلفة',
      value: 'القيمة',
      cover: 'أيام التغطية',
    },
    cover: days,
    coverHint: {
      use: (use, period) => `المتاح، باستهلاك نحو ${use} يوميًا خلال آخر ${period} يومًا`,
      deliveries: (use, period) => `المتاح، بمعدل تسليم نحو ${use} يوميًا خلال آخر ${period} يومًا`,
    },
    reservations: 'المحجوز للطلبات',
    reservation: (branch, orderNo) => `${branch} · ${orderNo}`,
  },
};
