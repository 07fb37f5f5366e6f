import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { chartMessages } from './messages.ts';

export const arabic: TranslationOf<typeof chartMessages> = {
  howToWalk: 'تنقلك مفاتيح الأسهم من نقطة إلى أخرى، ويفتح Enter ما وراءها.',
  point: (label, value) => `${label}: ${value}`,
  pointBeside: (label, value, name, beside) => `${label}: ${value}، ${name}: ${beside}`,
  running: (name) => `${name} (لم ينتهِ بعد)`,
  ofWeek: (name, days) => `${name} (${days} من ٧ أيام)`,
  table: 'كجدول',
  csv: 'حفظ بصيغة CSV',
};
