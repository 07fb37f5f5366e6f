import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { chartMessages } from './messages.ts';

export const arabic: TranslationOf<typeof chartMessages> = {
  howToMove: 'استخدم مفاتيح الأسهم للتنقل بين النقاط، واضغط Enter لفتح التفاصيل.',
  point: (label, value) => `${label}: ${value}`,
  pointWithComparison: (label, value, name, comparison) => `${label}: ${value}، ${name}: ${comparison}`,
  running: (name) => `${name} (جارٍ)`,
  partOfWeek: (name, days) => `${name} (${days} من 7 أيام)`,
  table: 'عرض كجدول',
  csv: 'حفظ بصيغة CSV',
};
