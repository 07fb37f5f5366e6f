import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { pendingWorkMessages } from './messages.ts';

export const arabic: TranslationOf<typeof pendingWorkMessages> = {
  title: 'يحتاج إلى قرار',
  none: 'لا شيء بانتظارك.',
  failed: 'تعذّر تحميل مهامك.',
  loading: 'جارٍ تحميل مهامك',
  oldest: (age) => `الأقدم: ${age}`,
  more: (count) => `المزيد (${formatCount(count)})`,
};
