import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { lotMessages } from './lot-messages.ts';

export const arabic: TranslationOf<typeof lotMessages> = {
  title: 'الدفعات',
  none: 'بلا دفعة',
  receivedAs: 'استُلمت كدفعة:',
  useBy: (day) => `صالحة حتى ${day}`,
  expired: 'منتهية',
  expiresToday: 'تنتهي اليوم',
  shortDated: 'قصيرة الصلاحية',
  onHold: 'موقوفة',
  find: 'الدفعة أو رمز الكرتون',
  findHint: 'اكتب أو امسح ثم اضغط Enter',
  amount: (lot) => `الدفعة ${lot}، الكمية`,
  onHand: (amount) => `الموجود ${amount}`,
  onlyOnHand: (amount) => `الموجود ${amount} فقط`,
  notFound: (code) => `الدفعة ${code} غير متوفرة في مخزون هذا الموقع.`,
  several: 'عدة دفعات مطابقة. اختر إحداها.',
  notUsable: (lot, reason) => `لا يمكن استخدام الدفعة ${lot}: ${reason}.`,
  otherItem: 'هذا الرمز لصنف آخر.',
};
