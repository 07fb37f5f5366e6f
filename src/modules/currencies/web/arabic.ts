import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

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
