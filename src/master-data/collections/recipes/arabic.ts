import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'recipes'> = {
  one: 'وصفة',
  many: 'الوصفات',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    kind: 'النوع',
    menuCategory: 'فئة القائمة',
    brand: 'العلامة التجارية',
    outputItem: 'الصنف الناتج',
    yieldQty: 'ناتج الدفعة',
    yieldUnit: 'وحدة الدفعة',
    portions: 'عدد الحصص في الدفعة',
    validFrom: 'تُعد هكذا منذ',
    components: 'المكونات',
    steps: 'طريقة التحضير',
    keepsToIngredients: 'لا يصلح أطول من مكوناته',
    price: 'السعر',
    tax: 'الضريبة',
    priceIncludesVAT: 'السعر شامل الضريبة',
    targetFoodCostPercent: 'نسبة تكلفة الطعام المطلوبة، %',
    image: 'الصورة',
  },
  choices: { kind: { dish: 'طبق', 'sub-recipe': 'وصفة فرعية' } },
  hints: {
    menuCategory: 'تُقارَن أطباق الفئة الواحدة بعضها ببعض.',
    outputItem: 'حيث يُحفظ الناتج في المخزون.',
    portions: 'إن تُرك فارغًا: الدفعة حصة واحدة.',
    validFrom: 'إن تُرك كما هو: من اليوم. ما أُعد من قبل يحتفظ بوصفته.',
    keepsToIngredients: 'تصلح الدفعات حتى أول ما ينتهي مما دخل فيها، إن كان أبكر من مدة صلاحيتها.',
    price: 'للحصة الواحدة.',
  },
};
