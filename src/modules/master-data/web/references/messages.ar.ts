import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { referenceMessages } from './messages.ts';

export const arabic: TranslationOf<typeof referenceMessages> = {
  notVisible: 'لا صلاحية',
  unknown: 'غير متاح',
};
