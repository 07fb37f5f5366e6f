import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { transferStatusMessages } from './status-messages.ts';

export const arabic: TranslationOf<typeof transferStatusMessages> = {
  statuses: { Draft: 'مسودة', Sent: 'في الطريق', Received: 'مستلَم', Cancelled: 'ملغى' },
};
