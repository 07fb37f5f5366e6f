import { defineMessages } from '#src/lib/i18n/messages.ts';

export const packagingsMessages = defineMessages('master-data/collections/packagings/messages', {
  list: {
    perBase: 'Per base unit',
    price: (price: string, unit: string) => `${price} / ${unit}`,
  },
  stays:
    'It was bought or priced like this, so it stays: past prices are read by it. Make a new pack for what is sold now.',
});
