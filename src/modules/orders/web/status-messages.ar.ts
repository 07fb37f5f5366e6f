import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { statusMessages } from './status-messages.ts';

const statuses = {
  Draft: 'مسودة',
  'Under Review': 'قيد المراجعة',
  'Sent to Central Kitchen': 'مُرسل إلى المطبخ المركزي',
  'Under Process': 'قيد التجهيز',
  Shipped: 'مشحون',
  Received: 'مُستلَم',
  Rejected: 'مرفوض',
  Cancelled: 'مُلغى',
};

export const arabic: TranslationOf<typeof statusMessages> = {
  statuses,
  others: 'حالات أخرى',
  stages: {
    Draft: 'مسودة',
    'Under Review': 'المراجعة',
    'Sent to Central Kitchen': 'أُرسل',
    'Under Process': 'التجهيز',
    Shipped: 'شُحن',
    Received: 'استُلم',
  },
  listColumns: {
    orderNo: 'الطلب',
    status: 'الحالة',
    branch: 'الفرع',
    kitchen: 'المطبخ',
    deliveryDate: 'التسليم',
    lines: 'البنود',
    value: 'القيمة',
    flags: 'تنبيهات',
    createdAt: 'تاريخ الإنشاء',
    userName: 'أنشأه',
    sentAt: 'تاريخ الإرسال',
    shippedAt: 'تاريخ الشحن',
    receivedAt: 'تاريخ الاستلام',
    deliveryNote: 'سند التسليم',
  },
  flags: {
    late: 'بعد موعد الإغلاق',
    urgent: 'عاجل',
    discrepancy: 'فيه فرق',
    substitute: 'بديل بانتظار الرد',
  },
};
