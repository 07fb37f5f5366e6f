import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What is probably a slip, beside what is usual. */
export const unlikelyMessages = defineMessages('entities/unlikely/messages', {
  amount: (amount: string, usual: string) => `${amount}: usually ${usual}`,
  price: (price: string, last: string) => `${price}: so far ${last}`,
});
