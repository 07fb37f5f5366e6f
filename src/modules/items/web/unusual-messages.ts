import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Warnings about unusual quantities and prices. Loaded with entry forms. */
export const unusualMessages = defineMessages('modules/items/web/unusual-messages', {
  amount: (amount: string, usual: string) => `${amount}: usually ${usual}`,
  price: (price: string, last: string) => `${price}: previously ${last}`,
});
