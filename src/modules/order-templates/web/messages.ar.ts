import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { orderTemplatesMessages } from './messages.ts';

export const arabic: TranslationOf<typeof orderTemplatesMessages> = {
  none: 'لا أصناف بعد. أضفها هنا، أو احفظ طلبًا كقالب.',
  add: 'إضافة صنف',
  deletedItem: 'صنف محذوف',
  quantityOf: (item) => `كمية ${item}`,
  unitOf: (item) => `وحدة ${item}`,
  remove: (item) => `إزالة ${item}`,
};
