import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { queueMessages } from './queue-messages.ts';

const actions = formatArabicCount({
  none: 'لا إجراءات',
  one: 'إجراء واحد',
  two: 'إجراءان',
  few: 'إجراءات',
  many: 'إجراءً',
  other: 'إجراء',
});

const following = formatArabicCount({
  none: 'لا إجراءات تابعة له',
  one: 'إجراء واحد تابع له',
  two: 'إجراءين تابعين له',
  few: 'إجراءات تابعة له',
  many: 'إجراءً تابعًا له',
  other: 'إجراء تابع له',
});

export const arabic: TranslationOf<typeof queueMessages> = {
  title: 'الإرسال',
  description: 'تُحفظ إجراءاتك على هذا الجهاز حتى تصل إلى الخادم.',
  states: {
    queued: 'في الانتظار',
    sending: 'جارٍ الإرسال',
    sent: 'محفوظ',
    'needs-attention': 'يحتاج إلى انتباهك',
  },
  summary: {
    queued: (count) => `في الانتظار: ${actions(count)}`,
    sending: (count) => `جارٍ إرسال ${actions(count)}`,
    sent: 'محفوظ',
    'needs-attention': (count) => `يحتاج إلى انتباهك: ${actions(count)}`,
  },
  empty: 'كل شيء محفوظ على الخادم.',
  retry: 'حاول مرة أخرى',
  edit: 'تعديل',
  discard: 'تجاهل',
  confirmDiscard: (followers) =>
    followers === 0 ? 'تجاهل نهائيًا' : `تجاهل نهائيًا مع ${following(followers)}`,
  waitingFor: 'بانتظار الإجراء الذي فوقه.',
};
