import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'item-levels'> = {
  one: 'مستوى صنف',
  many: 'مستويات الأصناف',
  fields: {
    ...namesInArabic,
    itemId: 'الصنف',
    branchId: 'الفرع',
    min: 'الحد الأدنى',
    par: 'المستوى المستهدف',
    max: 'الحد الأقصى',
    safetyStock: 'مخزون الأمان',
    binSortOrder: 'ترتيب المرور',
    weekdayPar: 'المستوى المستهدف حسب اليوم',
    orderRule: 'أساس الاقتراح',
  },
  choices: { orderRule: { demand: 'الطلب المتوقع', par: 'المستوى المستهدف' } },
  hints: {
    par: 'تكمّل الطلبات المقترحة المخزون إلى هذا المستوى.',
    orderRule: 'يُقترح الطلب المتوقع، أو ما ينقص عن المستوى المستهدف.',
  },
};
