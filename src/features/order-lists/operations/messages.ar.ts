import { formatCount } from '#src/lib/format/format.ts';
import { arabicOrders } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { operationsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof operationsMessages> = {
  context: (day) => `اليوم، ${day}`,
  failed: 'تعذّر تحميل الطلبات',
  figures: {
    title: 'أين وصلت الطلبات',
    accept: 'بانتظار القبول',
    picking: 'قيد التجهيز',
    pickingNote: (done, all) => `جُهِّز ${done} من ${all} من البنود`,
    road: 'في الطريق',
    roadNote: (count) => `${formatCount(count)} منذ أكثر من 24 ساعة`,
    receipts: 'بانتظار الاستلام',
    receiptsNote: 'شُحنت وحان يوم تسليمها أو فات',
    discrepancies: 'فروقات مفتوحة',
    discrepanciesNote: (age) => `أقدمها ${age}`,
  },
  branches: {
    title: 'مواعيد الإغلاق وطلبات الفروع',
    summary: (ordered, all) => `طلب ${ordered} من ${all}`,
    delivery: (day) => `التسليم ${day}`,
    cutoff: (instant) => `حتى ${instant}`,
    left: (span) => `المتبقي ${span}`,
    draft: 'مسودة فقط',
    missing: 'لم يطلب بعد',
    several: arabicOrders,
    loading: 'جارٍ تحميل الفروع',
    none: 'لا فروع لها أيام تسليم.',
    failed: 'تعذّر تحميل الفروع',
  },
  picking: {
    title: 'تقدّم التجهيز',
    none: 'لا توجد طلبات قيد التجهيز.',
    done: (done, all) => `${formatCount(done)} من ${formatCount(all)}`,
    more: (count) => `وأيضًا ${arabicOrders(count)}`,
    all: 'قائمة التجهيز',
  },
  ageing: {
    title: 'الفروقات حسب العمر',
    none: 'لا توجد فروقات مفتوحة.',
    failed: 'تعذّر تحميل الفروقات',
    under1: 'أقل من يوم',
    under3: 'من يوم إلى 3 أيام',
    under7: 'من 3 إلى 7 أيام',
    older: 'أكثر من 7 أيام',
    resolve: 'تسوية',
    capped: 'تُحتسب هنا أقدم 200 فقط.',
  },
};
