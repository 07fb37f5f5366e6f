import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'currencies'> = {
  one: 'عملة',
  many: 'العملات',
  fields: {
    ...namesInArabic,
    code: 'رمز ISO',
    symbol: 'العلامة',
    minorUnits: 'المنازل العشرية',
    isBase: 'العملة الأساسية',
    rates: 'أسعار الصرف',
  },
  choices: {},
  hints: {},
};
