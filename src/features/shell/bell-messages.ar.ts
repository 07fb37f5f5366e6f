import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { bellMessages } from './bell-messages.ts';

const counted = arabicCount({
  none: 'لا طلبات جديدة',
  one: 'طلب جديد واحد',
  two: 'طلبان جديدان',
  few: 'طلبات جديدة',
  many: 'طلبًا جديدًا',
  other: 'طلب جديد',
});

export const arabic: TranslationOf<typeof bellMessages> = {
  counted,
  open: (count) => (count === 0 ? 'الطلبات الجديدة' : counted(count)),
  title: 'الطلبات الجديدة',
  description: 'ما ورد منذ آخر اطلاع لك.',
  empty: 'لا توجد طلبات جديدة.',
  markSeen: 'تعليم كمُطَّلَع عليها',
  openList: 'فتح قائمة الطلبات',
  came: (age) => `ورد ${age}`,
  notifications: {
    title: 'الإشعارات',
    default: 'يمكن لهذا المتصفح إشعارك بالطلبات الجديدة أثناء عملك في نافذة أخرى.',
    allow: 'السماح بالإشعارات',
    granted: 'يُشعرك هذا المتصفح بالطلبات الجديدة أثناء عملك في نافذة أخرى.',
    denied: 'الإشعارات محظورة في إعدادات المتصفح لهذه الصفحة. تُعرض الطلبات الجديدة هنا.',
    unsupported: 'لا يعرض هذا المتصفح إشعارات. تُعرض الطلبات الجديدة هنا.',
  },
};
