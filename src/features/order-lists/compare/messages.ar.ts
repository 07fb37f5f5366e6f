import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { compareMessages } from './messages.ts';

/** Counted things in the forms that numbers ask for. */
const counted = (one: string, two: string, few: string, many: string) => (count: number) => {
  if (count === 1) return one;
  if (count === 2) return two;
  const rest = count % 100;
  return `${formatCount(count)} ${rest >= 3 && rest <= 10 ? few : many}`;
};
const items = counted('صنف واحد', 'صنفان', 'أصناف', 'صنفًا');

export const arabic: TranslationOf<typeof compareMessages> = {
  compareSelected: 'مقارنة',
  howMany: (most) => `اختر من طلبين إلى ${most} طلبات للمقارنة.`,
  title: 'مقارنة الطلبات',
  back: 'كل الطلبات',
  csv: 'حفظ بصيغة CSV',
  csvSaved: (count) => `حُفظ بصيغة CSV: ${items(count)}.`,
  print: 'طباعة',
  what: 'ما تتم مقارنته',
  by: { orders: 'الطلبات', branches: 'الفروع', days: 'الأيام' },
  context: {
    orders: 'الطلبات المختارة كما هي الآن.',
    branches: 'ما قدّمته الفروع للتسليم في هذه الأيام، من دون المسودات وما رُفض أو أُلغي.',
    days: 'ما قُدّم للتسليم في كل يوم، من دون المسودات وما رُفض أو أُلغي.',
  },
  loading: 'جارٍ المقارنة',
  failed: 'تعذّرت المقارنة',
  branches: 'الفروع المطلوب مقارنتها',
  delivery: 'التسليم',
  from: 'التسليم من',
  to: 'التسليم حتى',
  days: 'أيام التسليم المطلوب مقارنتها',
  day: (nth) => `اليوم ${nth}`,
  branch: 'الفرع',
  allBranches: 'كل الفروع',
  measure: 'الكمية',
  measures: { ordered: 'المطلوب', shipped: 'المشحون', received: 'المستلم' },
  sort: 'الترتيب',
  sorts: { item: 'حسب الصنف', difference: 'الفرق الأكبر أولًا', total: 'المجموع الأكبر أولًا' },
  onlyDiffering: 'المختلف فقط',
  choose: {
    orders: 'اختر الطلبات من القائمة',
    ordersText: 'حدّد هناك طلبين أو أكثر، ثم اضغط مقارنة.',
    branches: 'اختر فرعين أو أكثر',
    days: 'اختر يومين أو أكثر',
  },
  nothing: 'لا شيء للمقارنة',
  nothingText: 'لم يُطلب أي صنف، أو أن كل الكميات متساوية.',
  code: 'الرمز',
  item: 'الصنف',
  unit: 'الوحدة',
  total: 'المجموع',
  differenceTo: (column, first) => `${column} ناقص ${first}`,
  rule: (first) => `الأرقام الصغيرة: الزيادة أو النقص عن ${first}. الكميات بالوحدة الأساسية لكل صنف.`,
  orders: counted('طلب واحد', 'طلبان', 'طلبات', 'طلبًا'),
  lines: counted('بند واحد', 'بندان', 'بنود', 'بندًا'),
  value: 'القيمة',
  table: 'الكميات جنبًا إلى جنب',
  showing: (shown, all) => `${formatCount(shown)} من ${items(all)}`,
  more: 'عرض كل الأصناف',
};
