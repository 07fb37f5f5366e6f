import { defineMessages } from '#src/lib/i18n/messages.ts';

export const comingMessages = defineMessages('features/coming/messages', {
  comingSoon: 'Coming Soon...',
  working: 'Open the working version',
  notBuilt: 'This page is not part of this version yet.',
  willShow: {
    analytics: 'It will show demand by weekday, fill rate, wastage and turnover, branch against branch.',
  },
  untilThen: 'What already works',
  shortcuts: {
    inventoryStock: 'Stock, values and the ledger of every item, with CSV',
    orders: 'Every order with what was ordered, shipped and received',
    wastage: 'Wastage that was recorded',
  },
});

export type PlannedPageName = keyof (typeof comingMessages)['en']['willShow'];
export type ShortcutName = keyof (typeof comingMessages)['en']['shortcuts'];
