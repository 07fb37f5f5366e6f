import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'brands'> = {
  one: 'علامة تجارية',
  many: 'العلامات التجارية',
  fields: { ...namesInArabic, code: 'الرمز', logo: 'الشعار' },
  choices: {},
  hints: {},
};
