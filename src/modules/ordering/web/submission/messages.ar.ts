import { arabicLines, arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { submissionMessages } from './messages.ts';

export const arabic: TranslationOf<typeof submissionMessages> = {
  lines: arabicLines,
  context: 'المسودات والطلبات قيد المراجعة.',
  create: 'طلب جديد',
  tabs: { Draft: 'المسودات', 'Under Review': 'قيد المراجعة' },
  tabsLabel: 'الحالة',
  search: 'البحث برقم الطلب أو الفرع أو الشخص',
  date: 'تاريخ التسليم',
  allBranches: 'كل الفروع',
  loading: 'جارٍ تحميل الطلبات',
  failed: 'تعذّر تحميل الطلبات',
  emptyDraft: 'لا مسودات',
  emptyDraftText: 'تبقى هنا الطلبات المحفوظة كمسودات حتى تقدّمها.',
  emptyReview: 'لا شيء قيد المراجعة',
  emptyReviewText: 'تبقى هنا الطلبات المقدَّمة حتى تُرسل إلى المطبخ المركزي.',
  nothingMatches: 'لا طلبات تطابق عوامل التصفية',
  columns: {
    changed: 'آخر تعديل',
    warnings: 'للمراجعة',
  },
  selectAll: 'تحديد كل الطلبات المعروضة',
  selectOrder: (orderNo) => `تحديد ${orderNo}`,
  selected: (count) => `المحدد: ${arabicOrders(count)}`,
  clearSelection: 'إلغاء التحديد',
  bulkSubmit: (count) => (count === 0 ? 'تقديم الطلبات' : `تقديم ${arabicOrders(count)}`),
  bulkSend: (count) => (count === 0 ? 'إرسال الطلبات' : `إرسال ${arabicOrders(count)}`),
  bulkDone: (count) => `جارٍ الحفظ: ${arabicOrders(count)}.`,
  bulkRefused: (count) => `لم يُحفظ: ${arabicOrders(count)}. الأسباب مذكورة في الصفوف.`,
  warnings: {
    noLines: 'بلا بنود',
    past: 'تاريخ التسليم مضى',
    duplicate: 'طلب ثانٍ لليوم نفسه',
  },
  unsaved: 'تغييرات غير محفوظة',
  queued: {
    title: 'لم يُرسل بعد',
    text: 'الطلب محفوظ على هذا الجهاز. سيُرسل عند عودة الاتصال.',
    order: (day) => `طلب جديد ليوم ${day}`,
  },
  notAllowed: 'لا يمكنك تقديم الطلبات المحددة أو إرسالها.',
};
