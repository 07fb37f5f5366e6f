import type { TranslationOf } from '../i18n/messages.ts';
import type { newOrderMessages } from './messages.ts';

export const arabic: TranslationOf<typeof newOrderMessages> = {
  notificationTitle: 'وردت طلبات جديدة',
  notificationBody: (count) => `عدد الطلبات الجديدة: ${count}`,
};
