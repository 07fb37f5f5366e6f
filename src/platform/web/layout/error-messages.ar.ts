import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { errorMessages } from './error-messages.ts';

export const arabic: TranslationOf<typeof errorMessages> = {
  title: 'حدث خطأ ما',
  text: 'واجهت لوحة المتابعة خطأً وتعذّر تحميلها بشكل صحيح.',
  reload: 'إعادة تحميل الصفحة',
  fallback: 'استخدام لوحة المتابعة الاحتياطية',
  loading: 'جارٍ التحميل',
};
