import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { discrepancyActionMessages } from './discrepancy-messages.ts';

export const arabic: TranslationOf<typeof discrepancyActionMessages> = {
  resolve: (item, orderNo) => `تسوية فرق ${item} في ${orderNo}`,
  comment: (item, orderNo) => `تعليق على فرق ${item} في ${orderNo}`,
};
