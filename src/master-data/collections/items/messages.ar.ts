import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { itemsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof itemsMessages> = {
  allergens: {
    keys: 'السهمان لأعلى ولأسفل للتنقل بين المسببات، والأرقام من 1 إلى 4 للإجابة والمتابعة.',
    states: { contains: 'يحتوي', may_contain: 'قد يحتوي', free: 'خالٍ', unknown: 'غير معروف' },
    rest: 'البقية: خالٍ',
  },
  barcodes: {
    scan: 'اكتبها أو الصقها أو امسحها بالقارئ.',
    taken: (barcode, name, code) => `الباركود ${barcode} مسجّل للصنف ${name} (${code}).`,
  },
  transferPrice: {
    mode: 'كيف تُحاسب الفروع',
    none: 'كما هو معتاد في المنشأة',
    cost: 'بتكلفة المطبخ',
    cost_plus: 'التكلفة مع نسبة',
    fixed: 'سعر ثابت',
    percent: 'النسبة على التكلفة',
    price: 'السعر للوحدة الأساسية',
  },
};
