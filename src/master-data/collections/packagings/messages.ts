import { defineMessages } from '#src/lib/i18n/messages.ts';

export const packagingsMessages = defineMessages('master-data/collections/packagings/messages', {
  list: {
    perBase: 'Per base unit',
    price: (price: string, unit: string) => `${price} / ${unit}`,
  },
  stays: 'Past purchases or prices use this, so it can’t be changed. Create a new pack instead.',
});
