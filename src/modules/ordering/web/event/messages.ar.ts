import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import { arabicLines } from '#platform/web/i18n/arabic-count.ts';
import type { eventMessages } from './messages.ts';

export const arabic: TranslationOf<typeof eventMessages> = {
  title: 'طلب مناسبة جديد',
  text: 'لمناسبة خارج التسليمات المعتادة. يمكن طلب أي صنف دون موعد إغلاق.',
  occasion: 'المناسبة',
  at: 'التاريخ والوقت',
  guests: 'الضيوف',
  deliveryDate: 'تاريخ التسليم',
  notes: 'ملاحظات للمطبخ',
  add: 'إضافة صنف',
  lines: 'الأصناف المطلوبة',
  qty: (item) => `${item}، كمية الطلب`,
  unit: (item) => `${item}، الوحدة`,
  remove: (item) => `إزالة ${item}`,
  count: arabicLines,
  save: 'حفظ كمسودة',
  submit: 'تقديم',
  missing: 'أدخل اسم المناسبة ووقتها، وكمية واحدة على الأقل.',
  guestsInvalid: 'أدخل عدد الضيوف رقمًا صحيحًا من 1 إلى 100,000.',
  saved: (number) => `حُفظ ${number} كمسودة.`,
  submitted: (number) => `قُدّم ${number}.`,
  notSubmitted: 'حُفظ كمسودة ولم يُقدَّم.',
};
