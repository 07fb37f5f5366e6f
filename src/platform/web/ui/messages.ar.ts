import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { uiMessages } from './messages.ts';

export const arabic: TranslationOf<typeof uiMessages> = { close: 'إغلاق', scan: 'المسح بالكاميرا' };
