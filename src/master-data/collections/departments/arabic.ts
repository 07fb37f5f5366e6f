import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'departments'> = {
  one: 'إدارة',
  many: 'الإدارات',
  fields: { ...namesInArabic, code: 'الرمز' },
  choices: {},
  hints: {},
};
