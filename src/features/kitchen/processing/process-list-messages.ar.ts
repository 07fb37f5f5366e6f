import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { processListMessages } from './process-list-messages.ts';

export const arabic: TranslationOf<typeof processListMessages> = {
  context: 'جهّز، راجع، اشحن. يُحفظ ما تدخله تلقائيًا.',
  label: 'الطلبات قيد التجهيز',
  search: 'البحث عن طلب أو فرع',
  loading: 'جارٍ تحميل الطلبات قيد التجهيز',
  failed: 'تعذّر تحميل الطلبات',
  empty: 'لا شيء للتجهيز',
  emptyText: 'تصل الطلبات إلى هنا عند قبولها في لوحة المتابعة.',
  toDashboard: 'إلى لوحة المتابعة',
  noMatch: 'لا طلب قيد التجهيز يطابق البحث',
  progress: (done, all) => `جُهّز ${done} من ${all}`,
  more: (shown, total) => `أول ${shown} من ${total} طلب.`,
  back: 'كل الطلبات قيد التجهيز',
  choose: 'اختر طلبًا لتجهيزه.',
};
