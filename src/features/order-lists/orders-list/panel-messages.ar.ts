import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { panelMessages } from './panel-messages.ts';

export const arabic: TranslationOf<typeof panelMessages> = {
  loading: 'جارٍ تحميل الطلب',
  failed: 'تعذّر تحميل الطلب',
  gone: 'لم يعد هذا الطلب موجودًا، أو لا يحق لك الاطلاع عليه.',
  lines: 'البنود',
  printNote: 'طباعة سند التسليم',
  again: 'اطلب مجددًا',
  work: {
    submission: 'تعديل أو إرسال',
    accept: 'قبول أو رفض',
    pick: 'تجهيز وشحن',
    receive: 'استلام',
  },
};
