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
  fields: {
    orderNo: 'الطلب',
    status: 'الحالة',
    branchName: 'الفرع',
    kitchenName: 'المطبخ',
    deliveryDate: 'التسليم',
    orderType: 'النوع',
    cutoffAt: 'موعد الإغلاق',
    lineCount: 'البنود',
    value: 'القيمة',
    flags: 'تنبيهات',
    createdAt: 'تاريخ الإنشاء',
    userName: 'أنشأه',
    dateTime: 'تاريخ التقديم',
    sentAt: 'تاريخ الإرسال',
    shippedAt: 'تاريخ الشحن',
    receivedAt: 'تاريخ الاستلام',
    deliveryNoteNo: 'سند التسليم',
    driver: 'السائق',
    vehicle: 'المركبة',
    departsAt: 'وقت الانطلاق',
    crates: 'الصناديق',
    fillRate: 'نسبة التلبية',
    notes: 'ملاحظات',
  },
  flags: {
    late: 'بعد موعد الإغلاق',
    urgent: 'عاجل',
    discrepancy: 'فيه فرق',
    substitute: 'بديل بانتظار الرد',
  },
};
