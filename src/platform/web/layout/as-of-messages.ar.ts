import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { asOfMessages } from './as-of-messages.ts';

export const arabic: TranslationOf<typeof asOfMessages> = {
  asOf: (when) => `كما في ${when}`,
  changed: 'تغيّرت البيانات منذ ذلك الحين.',
  refresh: 'تحديث',
};
