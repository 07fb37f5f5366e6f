import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { saveMessages } from './save-messages.ts';

const fields = arabicCount({
  none: 'لا حقول تحتاج',
  one: 'حقل واحد يحتاج',
  two: 'حقلان يحتاجان',
  few: 'حقول تحتاج',
  many: 'حقلًا يحتاج',
  other: 'حقل يحتاج',
});

export const arabic: TranslationOf<typeof saveMessages> = {
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  cancel: 'إلغاء',
  unchanged: 'لم يتغير شيء',
  check: (count) => `${fields(count)} إلى مراجعة`,
  leave: {
    title: 'المغادرة دون حفظ؟',
    text: 'ما كتبته هنا لم يُحفظ.',
    discard: 'تجاهل التغييرات',
    stay: 'متابعة التحرير',
  },
};
