import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'order-templates'> = {
  one: 'قالب طلب',
  many: 'قوالب الطلبات',
  fields: {
    ...namesInArabic,
    branch: 'الفرع',
    kitchen: 'المطبخ',
    weekdays: 'أيام التسليم',
    lines: 'الأصناف',
  },
  choices: {},
  hints: {
    kitchen: 'الافتراضي هو المطبخ الذي يورّد للفرع.',
    weekdays: 'يُعرض أولًا في أيام التسليم هذه.',
  },
};
