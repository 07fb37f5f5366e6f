import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { unlikelyMessages } from './messages.ts';

export const arabic: TranslationOf<typeof unlikelyMessages> = {
  amount: (amount, usual) => `${amount}: المعتاد ${usual}`,
  price: (price, last) => `${price}: السابق ${last}`,
};
