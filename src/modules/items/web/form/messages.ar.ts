import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { itemsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof itemsMessages> = {
  allergens: {
    keys: 'استخدم ↑ ↓ للتنقل، و1 إلى 4 للاختيار.',
    states: { contains: 'يحتوي', may_contain: 'قد يحتوي', free: 'خالٍ', unknown: 'غير معروف' },
    markRest: 'تعيين البقية: «خالٍ»',
  },
  nutrition: {
    per: 'القيم لكل',
    bases: { '100g': '100 غ', '100ml': '100 مل' },
    names: {
      energyKj: 'الطاقة (كيلوجول)',
      energyKcal: 'الطاقة (سعرة حرارية)',
      fat: 'الدهون (غ)',
      saturates: 'منها دهون مشبعة (غ)',
      carbohydrate: 'الكربوهيدرات (غ)',
      sugars: 'منها سكريات (غ)',
      fibre: 'الألياف (غ، اختياري)',
      protein: 'البروتين (غ)',
      salt: 'الملح (غ)',
    },
    unusual: (computed) => `ينتج من القيم الأخرى ${computed}. تحقق من الطاقة، ويمكنك الحفظ كما هي.`,
  },
  barcodes: {
    scan: 'اكتب الباركودات أو الصقها أو امسحها.',
    taken: (barcode, name, code) => `الباركود ${barcode} مستخدم للصنف ${name} (${code}).`,
  },
  transferPrice: {
    mode: 'طريقة التسعير',
    none: 'الإعداد الافتراضي للمنشأة',
    cost: 'بتكلفة المطبخ',
    cost_plus: 'التكلفة زائد نسبة',
    fixed: 'سعر ثابت',
    percent: 'النسبة على التكلفة',
    price: 'السعر للوحدة الأساسية',
  },
};
