import { defineMessages } from '#src/lib/i18n/messages.ts';

export const packagingsMessages = defineMessages('master-data/collections/packagings/messages', {
  list: {
    perBase: 'Per base unit',
    price: (price: string, unit: string) => `${price} / ${unit}`,
  },
});
