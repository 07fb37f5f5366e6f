import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { reasonsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof reasonsMessages> = {
  usedFor: 'يُستخدم عند',
};
