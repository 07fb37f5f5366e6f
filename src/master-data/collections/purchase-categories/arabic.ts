import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'purchase-categories'> = {
  one: 'فئة توريد',
  many: 'فئات التوريد',
  fields: { ...namesInArabic, approver: 'المعتمِد', leadTimeDays: 'مدة التوريد بالأيام' },
  choices: {},
  hints: {},
};
