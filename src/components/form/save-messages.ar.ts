import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { saveMessages } from './save-messages.ts';

export const arabic: TranslationOf<typeof saveMessages> = {
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  cancel: 'إلغاء',
  unsaved: 'لم يُحفظ بعد',
  unchanged: 'لم يتغير شيء',
  restored: (at) => `عادت تغييراتك غير المحفوظة بتاريخ ${at}.`,
  discard: 'تجاهلها',
  leave: {
    title: 'المغادرة دون حفظ؟',
    text: 'ما كتبته هنا لم يُحفظ.',
    discard: 'تجاهل التغييرات',
    stay: 'متابعة التحرير',
  },
};
