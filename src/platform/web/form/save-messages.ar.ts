import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { saveMessages } from './save-messages.ts';

export const arabic: TranslationOf<typeof saveMessages> = {
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  cancel: 'إلغاء',
  unsaved: 'تغييرات غير محفوظة',
  unchanged: 'لا توجد تغييرات لحفظها',
  restored: (at) => `استُعيدت تغييراتك غير المحفوظة بتاريخ ${at}.`,
  discard: 'تجاهل',
  leave: {
    title: 'المغادرة دون حفظ؟',
    text: 'لم تُحفظ تغييراتك.',
    discard: 'تجاهل التغييرات',
    stay: 'متابعة التحرير',
  },
};
