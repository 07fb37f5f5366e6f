import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { wastageMessages } from './wastage-messages.ts';

export const arabic: TranslationOf<typeof wastageMessages> = {
  record: (item) => `هدر: ${item}`,
  change: (number) => `تعديل ${number}`,
  takeBack: (number) => `التراجع عن ${number}`,
};
