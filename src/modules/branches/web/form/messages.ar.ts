import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { branchMessages } from './messages.ts';

export const arabic: TranslationOf<typeof branchMessages> = {
  list: {
    business: 'المنشأة',
    books: 'إقفال الفترة',
    mail: 'البريد',
    labels: 'الملصقات',
    prices: 'الأسعار',
    nextDelivery: 'التسليم التالي',
    cutoff: 'الطلب حتى',
    openOrders: 'الطلبات المفتوحة',
    at: (day, time, city) => `${day}، ${time} · ${city}`,
  },
};
