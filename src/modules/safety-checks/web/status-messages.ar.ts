import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { checkStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof checkStatusMessages> = {
  statuses: { Recorded: 'مسجّل', Verified: 'تم التحقق منه', Voided: 'مُبطل' },
};
