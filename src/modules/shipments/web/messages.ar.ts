import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { shipmentMessages } from './messages.ts';

export const arabic: TranslationOf<typeof shipmentMessages> = {
  returnGoods: 'إرجاع أصناف من هذا التسليم',
};
