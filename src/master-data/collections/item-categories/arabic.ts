import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'item-categories'> = {
  one: 'فئة أصناف',
  many: 'فئات الأصناف',
  fields: { ...namesInArabic, code: 'الرمز', sortOrder: 'الترتيب في القوائم' },
  choices: {},
  hints: {},
};
