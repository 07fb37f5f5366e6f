import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { referenceMessages } from './messages.ts';

export const arabic: TranslationOf<typeof referenceMessages> = {
  notVisible: 'غير متاح لك',
  unknown: 'لم يعد موجودًا',
};
