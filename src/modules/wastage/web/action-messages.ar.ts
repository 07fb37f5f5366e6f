import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { wastageMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof wastageMessages> = {
  record: (item) => `هدر: ${item}`,
  change: (number) => `تعديل ${number}`,
  reverse: (number) => `التراجع عن ${number}`,
};
