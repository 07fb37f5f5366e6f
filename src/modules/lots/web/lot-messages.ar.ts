import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { lotMessages } from './lot-messages.ts';

export const arabic: TranslationOf<typeof lotMessages> = {
  title: 'الدفعات',
  none: 'بلا دفعة',
  came: 'استُلمت كدفعة:',
  goodUntil: (day) => `صالحة حتى ${day}`,
  past: 'منتهية',
  today: 'تنتهي اليوم',
  short: 'قصيرة الصلاحية',
  held: 'موقوفة',
  find: 'الدفعة أو رمز الكرتون',
  findHint: 'اكتب أو امسح ثم اضغط Enter',
  amount: (lot) => `الدفعة ${lot}، الكمية`,
  there: (amount) => `الموجود ${amount}`,
  onlyThere: (amount) => `الموجود ${amount} فقط`,
  notHere: (code) => `لا توجد هنا دفعة ${code}.`,
  several: 'عدة دفعات مطابقة. اختر إحداها.',
  notUsable: (lot, reason) => `لا يمكن استخدام الدفعة ${lot}: ${reason}.`,
  otherItem: 'هذا الرمز لصنف آخر.',
};
