import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'units'> = {
  one: 'وحدة',
  many: 'الوحدات',
  fields: {
    ...namesInArabic,
    symbol: 'الرمز المختصر',
    dimension: 'البُعد',
    factorNum: 'المعامل',
    factorDen: 'قاسم المعامل',
    decimals: 'المنازل العشرية',
    wholeOnly: 'أعداد صحيحة فقط',
  },
  choices: { dimension: { mass: 'كتلة', volume: 'حجم', count: 'عدد', length: 'طول' } },
  hints: { factorNum: 'عدد الوحدات الأساسية في الوحدة الواحدة.' },
};
