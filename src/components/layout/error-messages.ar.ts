import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { errorMessages } from './error-messages.ts';

export const arabic: TranslationOf<typeof errorMessages> = {
  title: 'حدث خطأ ما',
  text: 'واجهت لوحة التحكم خطأً ولم تُحمَّل بشكل صحيح.',
  reload: 'إعادة تحميل الصفحة',
  fallback: 'استخدام لوحة التحكم البديلة',
  loading: 'جارٍ التحميل',
};
