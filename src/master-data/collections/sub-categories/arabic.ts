import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'sub-categories'> = {
  one: 'فئة فرعية',
  many: 'الفئات الفرعية',
  fields: { ...namesInArabic, parent: 'فئة الأصناف', sortOrder: 'الترتيب في القوائم' },
  choices: {},
  hints: {},
};
