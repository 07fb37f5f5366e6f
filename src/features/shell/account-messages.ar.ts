import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { accountMessages } from './account-messages.ts';

export const arabic: TranslationOf<typeof accountMessages> = {
  open: 'حسابك',
};
