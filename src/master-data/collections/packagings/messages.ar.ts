import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { packagingsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof packagingsMessages> = {
  list: {
    perBase: 'لكل وحدة أساسية',
    price: (price, unit) => `${price} / ${unit}`,
  },
  stays:
    'تم شراؤها أو تسعيرها هكذا، لذلك تبقى كما هي: الأسعار السابقة تُقرأ بها. أضف عبوة جديدة لما يُباع الآن.',
};
