import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { pickingMessages } from './picking-messages.ts';

export const arabic: TranslationOf<typeof pickingMessages> = {
  pick: (item) => `تجهيز ${item}`,
  take: 'تسلُّم بنود للتجهيز',
  failed: {
    pick: 'تعذّر حفظ ما جُهِّز',
    take: 'تعذّر تسلُّم البنود',
  },
};
