import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'item-categories'> = {
  one: 'فئة أصناف',
  many: 'فئات الأصناف',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    sortOrder: 'الترتيب في القوائم',
    serviceLevel: 'مستوى التوفر، %',
  },
  choices: {},
  hints: {
    serviceLevel:
      'في كم من الأيام يكفي المخزون: 95 تعني نفاد الصنف نحو يوم من كل 20 يومًا، و98 نحو يوم من كل 50.',
  },
};
