import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { referenceMessages } from './messages.ts';

export const arabic: TranslationOf<typeof referenceMessages> = {
  notVisible: 'لا صلاحية',
  unknown: 'غير متاح',
};
