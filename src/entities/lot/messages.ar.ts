import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { lotMessages } from './messages.ts';

export const arabic: TranslationOf<typeof lotMessages> = {
  title: 'الدفعات',
  none: 'بلا دفعة مسمّاة',
  came: 'وصل بدلًا منها:',
  goodUntil: (day) => `صالحة حتى ${day}`,
  past: 'منتهية',
  today: 'آخر يوم',
  short: 'صلاحيتها قصيرة',
  held: 'موقوفة',
  find: 'الدفعة أو رمز الكرتون',
  findHint: 'اكتب أو امسح ثم Enter',
  amount: (lot) => `الدفعة ${lot}، الكمية`,
  there: (amount) => `الموجود ${amount}`,
  onlyThere: (amount) => `الموجود ${amount} فقط`,
  notHere: (code) => `لا توجد هنا دفعة باسم ${code}.`,
  several: 'تطابقه عدة دفعات: اختر إحداها.',
  notUsable: (lot, why) => `لا يمكن أخذ الدفعة ${lot}: ${why}.`,
  otherItem: 'هذا الرمز لصنف آخر.',
};
