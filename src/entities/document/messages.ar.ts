import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { documentMessages } from './messages.ts';

export const arabic: TranslationOf<typeof documentMessages> = {
  states: {
    queued: 'في الانتظار',
    sending: 'جارٍ الإرسال',
    sent: 'محفوظ على الخادم',
    'needs-attention': 'يحتاج إلى انتباهك',
  },
};
