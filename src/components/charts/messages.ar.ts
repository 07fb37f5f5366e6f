import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { chartMessages } from './messages.ts';

export const arabic: TranslationOf<typeof chartMessages> = {
  howToWalk: 'تنقلك مفاتيح الأسهم من نقطة إلى أخرى، ويفتح Enter ما وراءها.',
  point: (label, value) => `${label}: ${value}`,
  pointBeside: (label, value, name, beside) => `${label}: ${value}، ${name}: ${beside}`,
  table: 'كجدول',
  csv: 'حفظ بصيغة CSV',
};
