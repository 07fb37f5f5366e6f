import { arabicCount, arabicOrders } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { listMessages } from './messages.ts';

const notes = arabicCount({
  none: 'لا سندات تسليم',
  one: 'سند تسليم واحد',
  two: 'سندي تسليم',
  few: 'سندات تسليم',
  many: 'سند تسليم',
  other: 'سند تسليم',
});

export const arabic: TranslationOf<typeof listMessages> = {
  context: {
    branch: 'كل طلب من المسودة حتى الاستلام. اضغط على الصف لفتحه.',
    all: 'طلبات جميع الفروع للبحث والمقارنة والحفظ.',
  },
  label: 'الطلبات',
  loading: 'جارٍ تحميل الطلبات',
  failed: 'تعذّر تحميل الطلبات',
  nothingMatches: 'لا طلب يطابق عوامل التصفية',
  search: 'البحث في الطلبات',
  status: 'الحالة',
  allStatuses: 'كل الحالات',
  open: 'غير منتهية',
  shippedBefore: (moment) => `شُحنت قبل ${moment}`,
  takeOff: 'إزالة هذا المرشّح',
  branch: 'الفرع',
  allBranches: 'كل الفروع',
  allKitchens: 'كل المطابخ',
  delivery: 'التسليم',
  from: 'التسليم من',
  to: 'التسليم حتى',
  empty: {
    branch: 'لا توجد طلبات بعد',
    branchText: 'يبدأ أول طلب من دليل الطلب.',
    create: 'إنشاء طلب',
    all: 'لم يطلب أي فرع بعد',
    allText: 'تظهر الطلبات هنا فور أن ينشئها أحد الفروع.',
  },
  newOrder: 'طلب جديد',
  compare: 'مقارنة',
  kitchen: {
    context: 'الطلبات التي وصلت إلى المطبخ حسب الفرع واليوم والحالة.',
    linesOrdered: 'البنود المطلوبة',
    linesShort: 'البنود الناقصة',
    empty: 'لم يصل أي طلب إلى المطبخ بعد',
    emptyText: 'تظهر الطلبات هنا من لحظة إرسال الفرع لها.',
    accept: (count) => `قبول ${arabicOrders(count)}`,
    acceptNone: 'لا ينتظر أي من الطلبات المحددة القبول.',
    accepted: (count) => `تم القبول: ${arabicOrders(count)}.`,
    notAccepted: (count, reason) => `تعذّر القبول: ${arabicOrders(count)}. ${reason}`,
    print: 'طباعة',
    printNotes: (count) => `طباعة ${notes(count)}`,
    printNone: 'ليس لأي من الطلبات المحددة سند تسليم بعد.',
  },
};
