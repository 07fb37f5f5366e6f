import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

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
    yieldQty: 'مردود الدفعة',
    yieldUnit: 'وحدة المردود',
    portions: 'عدد الحصص في الدفعة',
    validFrom: 'سارية من',
    components: 'المكونات',
    steps: 'طريقة التحضير',
    limitsExpiryToIngredients: 'تقييد الصلاحية بأول مكوّن ينتهي',
    price: 'السعر',
    tax: 'الضريبة',
    priceIncludesVAT: 'السعر شامل الضريبة',
    targetFoodCostPercent: 'تكلفة الطعام المستهدفة (%)',
    image: 'الصورة',
  },
  choices: { kind: { dish: 'طبق', 'sub-recipe': 'وصفة فرعية' } },
  hints: {
    menuCategory: 'تُقارن أطباق الفئة الواحدة فيما بينها.',
    outputItem: 'صنف المخزون الذي تنتجه هذه الوصفة.',
    portions: 'اتركه فارغًا إن كانت الدفعة حصة واحدة.',
    validFrom: 'الافتراضي هو اليوم. تحتفظ الدفعات السابقة بوصفتها.',
    limitsExpiryToIngredients: 'تنتهي صلاحية الدفعة مع أول مكوّن ينتهي، إن كان قبل نهاية مدة صلاحيتها.',
    price: 'للحصة الواحدة.',
  },
};
