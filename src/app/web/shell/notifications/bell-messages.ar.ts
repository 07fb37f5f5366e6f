import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { bellMessages } from './bell-messages.ts';

export const arabic: TranslationOf<typeof bellMessages> = {
  newOrders: formatArabicCount({
    none: 'لا طلبات جديدة',
    one: 'طلب جديد واحد',
    two: 'طلبان جديدان',
    few: 'طلبات جديدة',
    many: 'طلبًا جديدًا',
    other: 'طلب جديد',
  }),
  open: 'الطلبات الجديدة',
};
