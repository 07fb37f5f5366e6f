import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { listMessages } from './messages.ts';

export const arabic: TranslationOf<typeof listMessages> = {
  context: {
    branch: 'كل الطلبات وحالتها.',
    all: 'طلبات كل الفروع.',
  },
  label: 'الطلبات',
  loading: 'جارٍ تحميل الطلبات',
  failed: 'تعذّر تحميل الطلبات',
  nothingMatches: 'لا طلبات تطابق عوامل التصفية',
  search: 'البحث في الطلبات',
  allStatuses: 'كل الحالات',
  open: 'مفتوحة',
  shippedBefore: (moment) => `شُحنت قبل ${moment}`,
  removeFilter: 'إزالة هذا المرشّح',
  allBranches: 'كل الفروع',
  allKitchens: 'كل المطابخ',
  from: 'التسليم من تاريخ',
  to: 'التسليم حتى تاريخ',
  empty: {
    branch: 'لا توجد طلبات بعد',
    branchText: 'أنشئ أول طلب من دليل الطلب.',
    create: 'إنشاء طلب',
    all: 'لم يطلب أي فرع بعد',
    allText: 'تظهر الطلبات هنا فور أن ينشئها أحد الفروع.',
  },
  newOrder: 'طلب جديد',
  compare: 'مقارنة',
};
