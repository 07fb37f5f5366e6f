import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'count-schedules'> = {
  one: 'جدول جرد',
  many: 'جداول الجرد',
  fields: {
    ...namesInArabic,
    branchId: 'الفرع',
    type: 'النوع',
    sections: 'الأقسام',
    weekdays: 'مستحق أيام',
    time: 'مستحق قبل',
  },
  choices: { type: { full: 'كامل', cycle: 'دوري' } },
  hints: { sections: 'اتركه فارغًا لجرد كل الأقسام.', time: 'بتوقيت الفرع.' },
};
