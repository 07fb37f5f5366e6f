import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { newOrderMessages } from './new-order-messages.ts';

export const arabic: TranslationOf<typeof newOrderMessages> = {
  notificationTitle: 'وردت طلبات جديدة',
  notificationBody: (count) => `عدد الطلبات الجديدة: ${count}`,
};
