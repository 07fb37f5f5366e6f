import { arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { shippingMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof shippingMessages> = {
  ship: (count) => `شحن ${arabicOrders(count)}`,
  unship: (count) => `استرجاع شحنة ${arabicOrders(count)}`,
  unshipFailed: 'تعذّر استرجاع الشحنات.',
  failed: 'تعذّر شحن الطلبات.',
};
