import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'departments'> = {
  one: 'إدارة',
  many: 'الإدارات',
  fields: { ...namesInArabic, code: 'الرمز' },
  choices: {},
  hints: {},
};
