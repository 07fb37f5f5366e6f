import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { catalogueMessages } from './messages.ts';

export const arabic: TranslationOf<typeof catalogueMessages> = {
  openItem: 'فتح الصنف',
  bySubCategory: {
    context: 'أي الأصناف تتبع فئة فرعية، وأيها بلا فئة.',
    uncategorised: 'بلا فئة فرعية',
    everything: 'كل الأصناف',
    choose: 'الفئات الفرعية',
    subCategories: 'الفئات والفئات الفرعية',
  },
  creation: {
    context: 'الأصناف الموجودة. إدخال أصناف جديدة واستيرادها من ملف يأتيان في إصدار لاحق من هذه الصفحة.',
    related: 'صفحات ذات صلة',
  },
  branchItems: {
    context: 'الأصناف الموجودة. نموذج مختصر لأصناف الفرع مع المراجعة يأتي في إصدار لاحق من هذه الصفحة.',
  },
  item: {
    context: 'للاطلاع. يأتي التعديل في إصدار لاحق من هذه الصفحة.',
    loading: 'جارٍ تحميل الصنف',
    failed: 'تعذّر تحميل هذا الصنف',
    back: 'كل الأصناف',
    stock: 'المخزون ودفتر الحركات',
    archived: 'مؤرشف',
    tabs: 'أجزاء هذا الصنف',
    general: 'عام',
    units: 'الوحدات والعبوات',
    levels: 'المستويات',
    suppliers: 'المورّدون والعبوات',
    conversion: (one, many) => `1 ${one} = ${many}`,
    noConversions: 'يُحفظ هذا الصنف ويُطلب ويُجرد بوحدته الأساسية أو بوحدات من النوع نفسه.',
    noLevels: 'لا مستوى لهذا الصنف في أي فرع.',
    noPackagings: 'لم تُدخل لهذا الصنف عبوة من أي مورّد.',
    partFailed: 'تعذّر تحميل هذا الجزء',
    columns: {
      branch: 'الفرع',
      min: 'الحد الأدنى',
      par: 'المستهدف',
      max: 'الحد الأعلى',
      pack: 'العبوة',
      supplier: 'المورّد',
      contents: 'المحتوى',
      price: 'السعر',
      barcode: 'الباركود',
    },
  },
};
