import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'order-templates'> = {
  one: 'قالب طلب',
  many: 'قوالب الطلبات',
  fields: {
    ...namesInArabic,
    branch: 'الفرع',
    kitchen: 'المطبخ',
    weekdays: 'مخصّص لأيام',
    lines: 'الأصناف',
  },
  choices: {},
  hints: {
    kitchen: 'إن تُرك فارغًا: المطبخ الذي يورّد للفرع.',
    weekdays: 'أيام التسليم التي يُعرض فيها أولًا.',
  },
};
