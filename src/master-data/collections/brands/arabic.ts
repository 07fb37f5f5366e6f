import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'brands'> = {
  one: 'علامة تجارية',
  many: 'العلامات التجارية',
  fields: { ...namesInArabic, code: 'الرمز', logo: 'الشعار' },
  choices: {},
  hints: {},
};
