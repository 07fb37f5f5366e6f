import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

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
  hints: { sections: 'إن تُرك فارغًا فكل الأقسام.', time: 'بتوقيت الفرع.' },
};
