import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { businessDetailsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof businessDetailsMessages> = {
  title: 'بيانات المنشأة',
  description: 'تُطبع على أوامر الشراء وإشعارات التسليم والإرجاع، وتُدرج في رسائل البريد إلى المورّدين.',
  name: 'اسم المنشأة',
  address: 'العنوان',
  taxNumber: 'الرقم الضريبي',
  taxNumberHint: 'رقم التسجيل في ضريبة القيمة المضافة أو غيرها. اتركه فارغًا إن لم يوجد.',
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  saved: 'حُفظت بيانات المنشأة.',
  failed: 'تعذّر حفظ بيانات المنشأة.',
  loading: 'جارٍ تحميل الإعدادات',
  loadFailed: 'تعذّر تحميل الإعدادات',
};
