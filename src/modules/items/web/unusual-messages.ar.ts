import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { unusualMessages } from './unusual-messages.ts';

export const arabic: TranslationOf<typeof unusualMessages> = {
  amount: (amount, usual) => `${amount}: المعتاد ${usual}`,
  price: (price, last) => `${price}: السابق ${last}`,
};
