import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { packagingsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof packagingsMessages> = {
  list: {
    perBase: 'لكل وحدة أساسية',
    price: (price, unit) => `${price} / ${unit}`,
  },
  lockedHint: 'تعتمد عليها مشتريات أو أسعار سابقة، لذلك لا يمكن تغييرها. أضف عبوة جديدة بدلًا منها.',
};
