import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'taxes'> = {
  one: 'ضريبة',
  many: 'الضرائب',
  fields: {
    ...namesInArabic,
    rate: 'النسبة (%)',
    inclusive: 'مشمولة في الأسعار',
    validFrom: 'سارية من',
    rates: 'النسب السابقة',
  },
  choices: {},
  hints: { validFrom: 'لتغيير النسبة، أدخل النسبة الجديدة وتاريخ سريانها. تبقى النسب السابقة محفوظة.' },
};
