import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'sub-categories'> = {
  one: 'فئة فرعية',
  many: 'الفئات الفرعية',
  fields: { ...namesInArabic, parent: 'فئة الأصناف', sortOrder: 'ترتيب العرض' },
  choices: {},
  hints: {},
};
