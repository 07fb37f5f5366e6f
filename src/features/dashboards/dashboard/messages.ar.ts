import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { dashboardMessages } from './messages.ts';

const before = (count: number) => {
  if (count === 1) return 'اليوم السابق';
  if (count === 2) return 'اليومين السابقين';
  return count <= 10 ? `الأيام الـ${formatCount(count)} السابقة` : `الـ${formatCount(count)} يومًا السابقة`;
};

export const arabic: TranslationOf<typeof dashboardMessages> = {
  context: {
    all: 'كل الفروع',
    branch: (name) => name,
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
    period: 'في هذه الأيام',
    trend: 'الطلبات حسب يوم التسليم',
  },
  figures: {
    review: 'بانتظار المراجعة',
    late: 'متأخرة',
    transit: 'في الطريق منذ أكثر من 24 ساعة',
    discrepancies: 'فروقات مفتوحة',
    recalls: 'استدعاءات تنتظر الرد',
    belowPar: 'دون المستوى المستهدف',
    expiring: 'تنتهي صلاحيتها خلال 7 أيام',
    stockValue: 'قيمة المخزون',
    notBilled: 'مستلَم ولم يُفوتر',
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
    stockValue: 'في نهاية هذه الأيام، بسعر التكلفة',
    belowPar: 'أرفف دون المستهدف أو الحد الأدنى أو نافدة أو سالبة',
    expiring: 'دفعات في المخزون، ومنها المنتهية',
    notBilled: 'في نهاية هذه الأيام',
    fillRate: 'البنود المشحونة كاملة حسب تاريخ التسليم',
    otif: 'من الطلبات المستحقة',
    wastage: 'الهدر المرحَّل، بسعر التكلفة',
    purchases: 'البضائع المستلمة شاملة النقل',
    wastageShare: 'من كل ما استُهلك أو أُتلف',
    foodCost: 'التكلفة الفعلية للأطعمة والمشروبات من صافي المبيعات',
  },
  unknown: {
    fillRate: 'لا طلبات مشحونة موعد تسليمها في هذه الأيام',
    otif: 'لم يُستحق طلب في هذه الأيام',
    wastageShare: 'لم يُستهلك ولم يُتلف شيء في هذه الأيام',
    foodCost: 'ما بيع أو جُرد في هذه الأيام أقل من اللازم',
  },
  change: {
    more: (share, count) => `أكثر بنسبة ${share} من ${before(count)}`,
    less: (share, count) => `أقل بنسبة ${share} من ${before(count)}`,
    same: (count) => `كما في ${before(count)}`,
    pointsMore: (points, count) => `أعلى بمقدار ${points} نقطة من ${before(count)}`,
    pointsLess: (points, count) => `أدنى بمقدار ${points} نقطة من ${before(count)}`,
    none: (count) => `لا شيء للمقارنة في ${before(count)}`,
  },
  goal: {
    atLeast: (goal) => `الهدف: ${goal} على الأقل`,
    atMost: (goal) => `الهدف: ${goal} على الأكثر`,
    met: 'متحقق',
    missed: 'غير متحقق',
    unknown: 'لا رقم بعد',
  },
  goals: {
    open: 'الأهداف',
    title: 'أهداف البطاقات',
    text: 'تقول البطاقة إن كان هدفها متحققًا. نسبة المنشأة تسري في كل مكان؛ أما العدد أو المبلغ فلكل الأماكن معًا.',
    place: 'لأجل',
    business: 'المنشأة كلها',
    atLeast: (unit) => `على الأقل${unit}`,
    atMost: (unit) => `على الأكثر${unit}`,
    percent: '، بالمئة',
    byDays: (count) => `، في ${formatCount(count)} يومًا`,
    asBusiness: (goal) => `كالمنشأة: ${goal}`,
    save: 'حفظ الأهداف',
    saved: 'حُفظت الأهداف',
    notSaved: 'تعذّر حفظ الأهداف',
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
    none: 'لا طلبات موعد تسليمها في هذه الأيام.',
    file: 'orders-by-day',
  },
  nothing: 'لا أرقام لك هنا',
  nothingText: 'دورك لا يطّلع على الطلبات أو المخزون أو الهدر.',
  allOrders: 'كل الطلبات',
};
