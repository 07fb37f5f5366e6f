import { defineMessages } from '#src/lib/i18n/messages.ts';

export const currenciesMessages = defineMessages('master-data/collections/currencies/messages', {
  list: {
    now: 'Rate now',
    base: (name: string) =>
      `${name} is the base currency: rates say how much of it one of another currency is. Making another currency the base takes this from it, and its rates are then entered anew.`,
    noBase: 'No base currency yet: mark one, so that rates can be entered against it.',
  },
  rates: {
    base: 'This is the base currency: all others are told in it, and it needs no rate.',
    rule: (code: string) => `From its day on, one ${code} is this much of the base currency.`,
    thisCurrency: 'unit of it',
    day: 'From',
    rate: 'Rate',
    add: 'Add a rate',
    remove: (day: string) => `Remove the rate from ${day}`,
    none: 'No rate yet.',
    now: 'now',
    planned: 'planned',
    past: (from: string, to: string) =>
      `This is another rate for days that are over: what recipes cost by list prices from ${from} to ${to}, and how prices changed, is told anew. Orders, receipts, invoices and stock stay as they were booked.`,
  },
});
