import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { itemSizeMessages } from './messages.ts';

export const arabic: TranslationOf<typeof itemSizeMessages> = {
  packs: 'العبوات',
  perUnit: (price, unit) => `${price} لكل ${unit}`,
  conversions: {
    title: 'التحويلات',
    hint: 'أحجام دقيقة لهذا الصنف وحده. يُفهم 9 و7.5 و1/3 و⁦12 x 0.75⁩.',
    none: 'يُحفظ هذا الصنف ويُطلب ويُجرد بوحدته الأساسية أو بوحدات من النوع نفسه.',
    unit: 'الوحدة',
    from: (line) => `السطر ${line}: الوحدة`,
    size: (line) => `السطر ${line}: الكمية`,
    to: (line) => `السطر ${line}: بوحدة`,
    example: '12 × 0.75',
    remove: (line) => `حذف السطر ${line}`,
    add: 'إضافة تحويل',
    missing: (base, unit) => `لم يُحدَّد بعد كم ${base} في كل ${unit}.`,
    say: (unit) => `تحديد حجم ${unit}`,
    incomplete: 'اختر الوحدتين وحدّد الكمية.',
    sameUnit: 'لا تُحوَّل الوحدة إلى نفسها.',
    faults: {
      known: (unit, size) => `1 ${unit} يساوي ${size} أصلًا: لا حاجة إلى هذا السطر.`,
      contradicts: (unit, size) =>
        `بحسب السطور الأخرى والوحدات 1 ${unit} يساوي ${size}: هذا السطر يقول غير ذلك.`,
      inexact: (unit) => `مع السطور الأخرى يصبح 1 ${unit} أكبر من أن يُحسب بدقة.`,
    },
    converter: 'تحويل',
    quantity: 'الكمية المراد تحويلها',
    convertFrom: 'من وحدة',
    convertTo: 'إلى وحدة',
    as: 'بوحدة',
    noQuantity: 'اكتب كمية.',
    noWay: (from, to) => `لا شيء يحوّل ${from} إلى ${to}.`,
  },
  firstPack: {
    packHint: 'كيف يبيعه المورّد. تُدخل العبوات الأخرى في صفحة الصنف.',
    withPack: 'إدخال عبوة مع سعرها الآن',
    packName: 'الاسم في الفاتورة',
    packSupplier: 'المورّد',
    packUnit: 'وحدة المحتوى',
    packContents: 'المحتوى',
    packPrice: 'السعر',
    packBarcode: 'باركود العبوة',
  },
  /** What a pack comes to. */
  pack: {
    ladder: (item) => `عبوات ${item} ووحداته`,
    one: (unit) => `1 ${unit}`,
    base: 'الوحدة الأساسية',
    thisPack: 'هذه العبوة',
    chooseItem: 'اختر الصنف والوحدة لترى ما تساويه العبوة الواحدة.',
    holds: (count, contents, base) => `${count === 1 ? 'عبوة واحدة' : 'عبوتان'} = ${contents} = ${base}`,
    leadsNowhere: (base, unit) =>
      `لا شيء يحدّد كم ${base} في كل ${unit}، فلا يمكن طلب هذه العبوة أو مقارنتها.`,
    addConversion: 'أضف تحويلًا إلى الصنف',
    perBase: (price, base) => `${price} لكل ${base}`,
    priceHint: 'للعبوة الواحدة.',
    scanHint: 'اكتبه، أو امسحه في أي موضع من هذا النموذج.',
    scanned: (code) => `مُسح ${code}.`,
  },
};
