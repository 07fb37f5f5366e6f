import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { reasonsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof reasonsMessages> = {
  chosenFor: 'يُستخدم عند',
};
