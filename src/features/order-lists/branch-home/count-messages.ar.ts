import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { countMessages } from './count-messages.ts';

const sections = arabicCount({
  none: 'لا أقسام',
  one: 'قسم آخر',
  two: 'قسمان آخران',
  few: 'أقسام أخرى',
  many: 'قسمًا آخر',
  other: 'قسم آخر',
});

export const arabic: TranslationOf<typeof countMessages> = {
  title: 'الجرد المستحق',
  none: 'لا جرد مجدول.',
  failed: 'تعذّر تحميل جدول الجرد.',
  by: (day, time) => `${day}، قبل ${time}`,
  types: { full: 'كامل', cycle: 'دوري' },
  schedules: 'جدول الجرد',
  more: (count) => `${sections(count)} في جدول الجرد`,
};
