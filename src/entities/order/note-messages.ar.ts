import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { noteMessages } from './note-messages.ts';

export const arabic: TranslationOf<typeof noteMessages> = {
  title: 'سند تسليم',
  number: 'الرقم',
  order: 'الطلب',
  from: 'من',
  to: 'إلى',
  date: 'تاريخ الشحن',
  delivery: 'التسليم',
  driver: 'السائق',
  vehicle: 'المركبة',
  code: 'الرمز',
  item: 'الصنف',
  ordered: 'المطلوب',
  shipped: 'المشحون',
  received: 'المستلَم',
  remark: 'ملاحظة',
  handedOver: 'سلّمه: الاسم والتاريخ والتوقيع',
  receivedBy: 'استلمه: الاسم والتاريخ والتوقيع',
};
