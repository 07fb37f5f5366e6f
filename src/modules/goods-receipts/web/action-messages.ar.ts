import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { receiptActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof receiptActionMessages> = {
  create: (from) => `استلام بضاعة من ${from}`,
  change: (number) => `تعديل ${number}`,
  reverse: (number) => `التراجع عن ${number}`,
};
