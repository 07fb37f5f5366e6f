import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { discrepancyActionMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof discrepancyActionMessages> = {
  resolve: (item, orderNo) => `تسوية فرق ${item} في ${orderNo}`,
  comment: (item, orderNo) => `تعليق على فرق ${item} في ${orderNo}`,
};
