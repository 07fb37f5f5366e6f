import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'item-categories'> = {
  one: 'فئة أصناف',
  many: 'فئات الأصناف',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    costClass: 'فئة التكلفة',
    sortOrder: 'ترتيب العرض',
    serviceLevel: 'مستوى التوفر (%)',
  },
  choices: { costClass: { food: 'طعام', drink: 'مشروبات', packaging: 'تغليف', other: 'أخرى' } },
  hints: {
    costClass: 'تشمل تكلفة الطعام الأطعمة والمشروبات. أما التغليف والمستلزمات الأخرى فتُعرض منفصلة.',
    serviceLevel:
      'نسبة الأيام التي يكفي فيها المخزون: 95 تعني نفاد الصنف نحو يوم من كل 20 يومًا، و98 نحو يوم من كل 50.',
  },
};
