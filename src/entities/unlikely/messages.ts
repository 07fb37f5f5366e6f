import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Warnings about unusual quantities and prices. */
export const unlikelyMessages = defineMessages('entities/unlikely/messages', {
  amount: (amount: string, usual: string) => `${amount}: usually ${usual}`,
  price: (price: string, last: string) => `${price}: previously ${last}`,
});
