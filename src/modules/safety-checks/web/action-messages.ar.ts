import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { checkActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof checkActionMessages> = {
  record: (point) => `فحص سلامة الغذاء: ${point}`,
  edit: (number) => `تعديل ${number}`,
  verify: (number) => `التحقق من ${number}`,
  void: (number) => `إبطال ${number}`,
};
