import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { crateLabelMessages } from './messages.ts';

export const arabic: TranslationOf<typeof crateLabelMessages> = {
  title: 'ملصقات الصناديق',
  description:
    'مع بادئة شركتكم لدى GS1 يحصل كل صندوق على رقم فريد (SSCC) يمكن لتجار التجزئة وشركات النقل مسحه. وبدونها يعرض الملصق الطلب ورقم الصندوق.',
  prefix: 'بادئة الشركة لدى GS1',
  hint: 'من 4 إلى 12 رقمًا، كما خصصتها GS1. اتركها فارغة لطباعة الملصقات بلا SSCC.',
  firstNumber: (sscc) => `رقم أول صندوق: ${sscc}`,
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  saved: 'حُفظت بادئة الشركة.',
  failed: 'تعذّر حفظ بادئة الشركة.',
  currentPrefix: (prefix) => `البادئة الحالية: ${prefix}.`,
  none: 'لا شيء',
  loading: 'جارٍ تحميل الإعدادات',
  loadFailed: 'تعذّر تحميل الإعدادات',
};
