import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { classicMessages } from './messages.ts';

export const arabic: TranslationOf<typeof classicMessages> = {
  context: 'الأرقام والطلبات حسب الحالة، ثم الطلبات نفسها. بلا رسوم بيانية.',
  byStatus: 'الطلبات حسب الحالة',
  all: 'كل الطلبات',
  status: 'الحالة',
  count: 'الطلبات',
  notKnown: 'تعذّر العدّ',
  list: {
    label: 'الطلبات',
    loading: 'جارٍ تحميل الطلبات',
    failed: 'تعذّر تحميل الطلبات',
    nothingMatches: 'لا طلب يطابق عوامل التصفية',
    search: 'البحث برقم الطلب أو الفرع',
  },
  filters: {
    status: 'الحالة',
    allStatuses: 'كل الحالات',
    branch: 'الفرع',
    allBranches: 'كل الفروع',
    delivery: 'التسليم',
    from: 'التسليم من',
    to: 'التسليم إلى',
  },
  empty: 'لا طلبات بعد',
  emptyText: 'تظهر الطلبات هنا فور أن ينشئها أحد الفروع.',
  notAllowed: 'دورك لا يطّلع على الطلبات.',
};
