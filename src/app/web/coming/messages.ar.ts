import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { comingMessages } from './messages.ts';

export const arabic: TranslationOf<typeof comingMessages> = {
  comingSoon: 'قريبًا...',
  openReport: 'فتح التقرير',
};
