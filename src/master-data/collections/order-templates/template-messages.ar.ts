import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { templateMessages } from './template-messages.ts';

export const arabic: TranslationOf<typeof templateMessages> = {
  none: 'لا أصناف بعد. أضفها هنا، أو احفظ طلبًا كقالب.',
  add: 'إضافة صنف',
  goneItem: 'صنف لم يعد موجودًا',
  quantityOf: (item) => `كمية ${item}`,
  unitOf: (item) => `وحدة ${item}`,
  remove: (item) => `إزالة ${item}`,
};
