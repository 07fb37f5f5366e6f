import { defineMessages } from '#platform/web/i18n/messages.ts';

export const branchMessages = defineMessages('modules/branches/web/form/messages', {
  list: {
    business: 'Business',
    books: 'Period close',
    mail: 'Email',
    labels: 'Labels',
    prices: 'Prices',
    nextDelivery: 'Next delivery',
    cutoff: 'Order by',
    openOrders: 'Open orders',
    at: (day: string, time: string, city: string) => `${day}, ${time} · ${city}`,
  },
});
