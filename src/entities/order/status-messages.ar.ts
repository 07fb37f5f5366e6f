import type { TranslationOf } from '#src/lib/i18n/messages.ts';
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
  flags: {
    late: 'بعد موعد الإغلاق',
    urgent: 'عاجل',
    discrepancy: 'فيه فرق',
  },
};
