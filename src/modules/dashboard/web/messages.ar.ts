import { formatArabicCount, arabicDays } from '#platform/web/i18n/arabic-count.ts';
import { formatCount, formatQuantity } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { dashboardMessages } from './messages.ts';

const formatPreviousDays = (count: number) => {
  if (count === 1) return 'اليوم السابق';
  if (count === 2) return 'اليومين السابقين';
  return count <= 10 ? `الأيام الـ${formatCount(count)} السابقة` : `الـ${formatCount(count)} يومًا السابقة`;
};

const countPoints = formatArabicCount({
  none: 'لا نقاط',
  one: 'نقطة واحدة',
  two: 'نقطتين',
  few: 'نقاط',
  many: 'نقطة',
  other: 'نقطة',
});
const formatPoints = (points: number) =>
  Number.isInteger(points) ? countPoints(points) : `${formatQuantity(points)} نقطة`;

export const arabic: TranslationOf<typeof dashboardMessages> = {
  context: {
    all: 'كل الفروع',
    period: (from, to) => `من ${from} إلى ${to}`,
  },
  filters: {
    label: 'عوامل التصفية',
    branch: 'الفرع',
    allBranches: 'كل الفروع',
    from: 'من',
    to: 'إلى',
    clear: 'مسح عوامل التصفية',
  },
  sections: {
    now: 'الآن',
    stock: 'المخزون',
    period: 'هذه الفترة',
    trends: 'الأرقام الرئيسية',
    ranking: 'الفروع',
    trend: 'الطلبات حسب يوم التسليم',
  },
  comparedWith: (count) => `التغيّر مقارنةً بـ${formatPreviousDays(count)}`,
  line: {
    label: (first, last) => `من ${first} إلى ${last}.`,
    point: (value, day) => `${value} (${day})`,
    range: (lowest, highest) => `الأدنى ${lowest} والأعلى ${highest}.`,
    none: 'البيانات غير كافية لعرض الاتجاه',
  },
  ranking: {
    measure: 'ترتيب الفروع حسب',
    title: (figure) => `${figure}، الأسوأ أولًا`,
    showAll: (count) => `عرض كل الفروع (${formatCount(count)})`,
  },
  figures: {
    sales: 'المبيعات',
    review: 'بانتظار المراجعة',
    late: 'متأخرة',
    transit: 'في الطريق منذ أكثر من 24 ساعة',
    discrepancies: 'فروقات مفتوحة',
    recalls: 'استدعاءات تنتظر الرد',
    belowPar: 'دون المستوى المستهدف',
    expiring: 'تنتهي صلاحيتها خلال 7 أيام',
    stockValue: 'قيمة المخزون',
    notBilled: 'مستلم غير مفوتر',
    wastage: 'تكلفة الهدر',
    purchases: 'المشتريات',
    fillRate: 'نسبة التلبية',
    otif: 'في الموعد وكاملة',
    wastageShare: 'نسبة الهدر',
    foodCost: 'نسبة تكلفة الطعام',
  },
  notes: {
    late: 'مضى يوم التسليم ولم تُستلم',
    failed: 'تعذّر التحميل',
    recalls: (count) => `مواقع لم ترد: ${formatCount(count)}`,
  },
  tileNotes: {
    sales: 'صافي مبيعات نقاط البيع',
    stockValue: 'في نهاية الفترة، بالتكلفة',
    belowPar: 'أصناف دون المستهدف أو نافدة',
    expiring: 'دفعات في المخزون، ومنها المنتهية',
    notBilled: 'في نهاية الفترة',
    fillRate: 'البنود المشحونة كاملة حسب تاريخ التسليم',
    otif: 'من الطلبات المستحقة',
    wastage: 'الهدر المرحَّل، بالتكلفة',
    purchases: 'البضائع المستلمة شاملة النقل',
    wastageShare: 'من الاستهلاك والهدر، بالتكلفة',
    foodCost: 'التكلفة الفعلية، % من صافي المبيعات',
  },
  unknown: {
    fillRate: 'لا طلبات مشحونة مستحقة في هذه الفترة',
    otif: 'لا طلبات مستحقة في هذه الفترة',
    wastageShare: 'لا استهلاك ولا هدر في هذه الفترة',
    foodCost: 'المبيعات أو الجرد في هذه الفترة غير كافية',
  },
  change: {
    more: (share, count) => `أكثر بنسبة ${share} من ${formatPreviousDays(count)}`,
    less: (share, count) => `أقل بنسبة ${share} من ${formatPreviousDays(count)}`,
    same: (count) => `كما في ${formatPreviousDays(count)}`,
    pointsMore: (points, count) => `أعلى بمقدار ${formatPoints(points)} من ${formatPreviousDays(count)}`,
    pointsLess: (points, count) => `أدنى بمقدار ${formatPoints(points)} من ${formatPreviousDays(count)}`,
    none: (count) => `لا بيانات عن ${formatPreviousDays(count)}`,
  },
  shortChange: {
    more: (share) => `أكثر بنسبة ${share}`,
    less: (share) => `أقل بنسبة ${share}`,
    same: () => 'دون تغيّر',
    pointsMore: (points) => `أعلى بمقدار ${formatPoints(points)}`,
    pointsLess: (points) => `أدنى بمقدار ${formatPoints(points)}`,
    none: () => 'لا بيانات سابقة',
  },
  goal: {
    atLeast: (goal) => `الهدف: ${goal} على الأقل`,
    atMost: (goal) => `الهدف: ${goal} على الأكثر`,
    met: 'متحقق',
    missed: 'غير متحقق',
    unknown: 'لا بيانات بعد',
  },
  goals: {
    open: 'الأهداف',
    title: 'أهداف البطاقات',
    text: 'تبيّن البطاقات هل تحقق هدفها. تسري النسب على كل موقع، والأعداد والمبالغ على كل المواقع معًا.',
    place: 'الموقع',
    business: 'المنشأة كلها',
    atLeast: (unit) => `على الأقل${unit}`,
    atMost: (unit) => `على الأكثر${unit}`,
    percent: '، بالمئة',
    byDays: (count) => `، في ${arabicDays(count)}`,
    asBusiness: (goal) => `هدف المنشأة: ${goal}`,
    save: 'حفظ الأهداف',
    saved: 'حُفظت الأهداف',
    notSaved: 'تعذّر حفظ الأهداف.',
    loadFailed: 'تعذّر تحميل الأهداف',
  },
  someFailed: 'تعذّر تحميل بعض الأرقام.',
  loading: 'جارٍ تحميل الأرقام',
  trend: {
    total: (count) => {
      if (count === 0) return 'لم تُقدَّم طلبات';
      if (count === 1) return 'طلب واحد مقدَّم';
      if (count === 2) return 'طلبان مقدَّمان';
      const rest = count % 100;
      return rest >= 3 && rest <= 10
        ? `${formatCount(count)} طلبات مقدَّمة`
        : `${formatCount(count)} طلبًا مقدَّمًا`;
    },
    table: 'الطلبات حسب يوم التسليم',
    day: 'يوم التسليم',
    orders: 'الطلبات',
    none: 'لا طلبات للتسليم في هذه الفترة.',
    file: 'orders-by-day',
  },
  nothing: 'لا أرقام متاحة',
  nothingText: 'ليست لديك صلاحية الوصول إلى الطلبات أو المخزون أو الهدر.',
  allOrders: 'كل الطلبات',
};
