import { defineMessages } from '#platform/web/i18n/messages.ts';

export const packagingsMessages = defineMessages('modules/packagings/web/messages', {
  list: {
    perBase: 'Per base unit',
    price: (price: string, unit: string) => `${price} / ${unit}`,
  },
  lockedHint: 'Past purchases or prices use this pack, so it can’t be changed. Create a new pack instead.',
});
