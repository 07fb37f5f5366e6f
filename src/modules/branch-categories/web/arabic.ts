import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'branch-categories'> = {
  one: 'فئة فروع',
  many: 'فئات الفروع',
  fields: { ...namesInArabic, priority: 'الأولوية' },
  choices: {},
  hints: { priority: 'عند نقص المخزون تُورَّد البضاعة أولًا إلى الفروع ذات الرقم الأصغر.' },
};
