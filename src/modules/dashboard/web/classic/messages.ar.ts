import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { classicMessages } from './messages.ts';

export const arabic: TranslationOf<typeof classicMessages> = {
  context: 'الأرقام والطلبات حسب الحالة وقائمة الطلبات، بلا رسوم بيانية.',
  byStatus: 'الطلبات حسب الحالة',
  all: 'كل الطلبات',
  status: 'الحالة',
  count: 'الطلبات',
  countFailed: 'تعذّر تحميل عدد الطلبات',
  list: {
    label: 'الطلبات',
    loading: 'جارٍ تحميل الطلبات',
    failed: 'تعذّر تحميل الطلبات',
    nothingMatches: 'لا طلبات تطابق عوامل التصفية',
    search: 'البحث برقم الطلب أو الفرع',
  },
  filters: {
    status: 'الحالة',
    allStatuses: 'كل الحالات',
    branch: 'الفرع',
    allBranches: 'كل الفروع',
    delivery: 'التسليم',
    from: 'التسليم من تاريخ',
    to: 'التسليم حتى تاريخ',
  },
  empty: 'لا طلبات بعد',
  emptyText: 'تظهر الطلبات هنا عندما ينشئها فرع.',
  notAllowed: 'ليست لديك صلاحية الوصول إلى الطلبات.',
};
