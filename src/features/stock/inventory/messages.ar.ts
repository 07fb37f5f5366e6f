import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { stockMessages } from './messages.ts';

/** Counts come written out here; of their forms only the usual ones are worth telling apart. */
const rows = (count: string) => {
  if (count === '0') return 'لا صفوف';
  if (count === '1') return 'صف واحد';
  if (count === '2') return 'صفان';
  const rest = Number(count.replaceAll(/\D/g, '')) % 100;
  if (rest >= 3 && rest <= 10) return `${count} صفوف`;
  return rest >= 11 ? `${count} صفًا` : `${count} صف`;
};

const days = (count: string) => {
  if (count === '1') return 'يوم واحد';
  if (count === '2') return 'يومان';
  const rest = Number(count);
  return Number.isInteger(rest) && rest >= 3 && rest <= 10 ? `${count} أيام` : `${count} يومًا`;
};

export const arabic: TranslationOf<typeof stockMessages> = {
  title: 'المخزون',
  context: (count, age) => `${rows(count)} · حُمّلت ${age}`,
  loading: 'جارٍ تحميل المخزون',
  failed: 'تعذّر تحميل المخزون',
  enterOpening: 'إدخال المخزون الافتتاحي',
  count: 'جرد المخزون',
  refresh: 'تحديث',
  csv: 'حفظ بصيغة CSV',
  csvSaved: (count) => `حُفظ بصيغة CSV: ${rows(count)}.`,
  search: 'البحث عن صنف أو رمز أو مكان',
  clear: 'مسح عوامل التصفية',
  allPlaces: 'كل الأماكن',
  allSections: 'كل الأقسام',
  allCategories: 'كل الفئات',
  place: 'المكان',
  section: 'القسم',
  category: 'الفئة',
  stateLabel: 'الحالة',
  allStates: 'الكل',
  states: {
    negative: 'سالب',
    out: 'نفد',
    belowMin: 'دون الأدنى',
    belowPar: 'دون المستهدف',
    over: 'فوق الأقصى',
    ok: 'متوفر',
  },
  shown: (shown, all) => `المعروض ${shown} من ${all}`,
  walkOrder: 'بترتيب المرور على الأقسام',
  empty: 'لا مخزون بعد',
  emptyText: 'تظهر الصفوف مع أول توريد أو تسليم أو مستوى محدد لصنف.',
  nothingMatches: 'لا شيء يطابق عوامل التصفية',
  table: 'المخزون حسب الصنف والمكان',
  columns: {
    item: 'الصنف',
    place: 'المكان',
    onHand: 'الموجود',
    reserved: 'المحجوز',
    available: 'المتاح',
    inTransit: 'في الطريق',
    par: 'أدنى / مستهدف / أقصى',
    state: 'الحالة',
    value: 'القيمة',
  },
  csvColumns: {
    itemCode: 'رمز الصنف',
    itemName: 'الصنف',
    place: 'المكان',
    section: 'القسم',
    category: 'الفئة',
    unit: 'الوحدة',
    onHand: 'الموجود',
    reserved: 'المحجوز',
    available: 'المتاح',
    inTransit: 'في الطريق',
    onHold: 'الموقوف',
    min: 'الحد الأدنى',
    par: 'المستوى المستهدف',
    max: 'الحد الأقصى',
    state: 'الحالة',
    value: 'القيمة',
  },
  sortBy: (column) => `الترتيب حسب ${column}`,
  card: {
    none: 'لا مخزون لهذا الصنف في هذا المكان بعد.',
    places: 'الأماكن',
    unknown: 'بطاقة الصنف',
    facts: {
      onHand: 'الموجود',
      reserved: 'المحجوز',
      available: 'المتاح',
      inTransit: 'في الطريق',
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
    reservations: 'مطلوب في طلبات قيد التجهيز',
    reservation: (branch, orderNo) => `${branch} · ${orderNo}`,
  },
};
