import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { crateLabelMessages } from './messages.ts';

export const arabic: TranslationOf<typeof crateLabelMessages> = {
  title: 'ملصقات الصناديق',
  about:
    'ببادئة شركتكم لدى GS1 يأخذ كل صندوق رقمًا لا يحمله صندوق آخر في العالم (SSCC)، كما يمسحه تجار التجزئة وشركات النقل. وبدونها يذكر الملصق الطلب ورقم الصندوق.',
  prefix: 'بادئة الشركة لدى GS1',
  hint: 'كما أعطتكم إياها GS1، من 4 إلى 12 رقمًا. فارغ: بلا SSCC.',
  next: (sscc) => `يكون رقم أول صندوق ${sscc}.`,
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  saved: 'حُفظت بادئة الشركة.',
  failed: 'تعذّر حفظ بادئة الشركة.',
  now: (prefix) => `هي الآن ${prefix}.`,
  none: 'لا شيء',
  loading: 'جارٍ تحميل الإعدادات',
  loadFailed: 'تعذّر تحميل الإعدادات',
};
