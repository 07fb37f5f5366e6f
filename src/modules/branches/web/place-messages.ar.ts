import { virtualLocationNamesInArabic } from '#modules/stock/virtual-location-names-in-arabic.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { placeMessages } from './place-messages.ts';

export const arabic: TranslationOf<typeof placeMessages> = {
  held: (branch) => `${branch} (موقوف)`,
  onTheWay: (branch) => `${branch} (في الطريق)`,
  virtualLocations: virtualLocationNamesInArabic,
};
