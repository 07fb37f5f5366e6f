import { defineMessages } from '#platform/web/i18n/messages.ts';

export const currenciesMessages = defineMessages('modules/currencies/web/messages', {
  list: {
    now: 'Current rate',
    base: (name: string) => `${name} is the base currency.`,
    exchangeRates: 'Exchange rates',
    aboutRates: (name: string) =>
      `Exchange rates show how much 1 unit of another currency is worth in ${name}. If you change the base currency, enter the rates again.`,
    noBase: 'No base currency yet. Set one of the currencies as the base currency to enter exchange rates.',
  },
  rates: {
    base: 'This is the base currency. It doesn’t need a rate.',
    rule: (code: string) => `From this date, 1 ${code} is worth this much in the base currency.`,
    thisCurrency: 'unit',
    day: 'From',
    rate: 'Rate',
    add: 'Add rate',
    remove: (day: string) => `Remove the rate starting ${day}`,
    none: 'No rates yet.',
    now: 'Current',
    planned: 'Planned',
    changesPastDays: (from: string, to: string) =>
      `This changes the rate of past days. Recipe costs by list price from ${from} to ${to} and price changes are recalculated. Orders, receipts, invoices and stock stay as posted.`,
  },
});
