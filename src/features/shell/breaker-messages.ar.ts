import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { breakerMessages } from './breaker-messages.ts';

export const arabic: TranslationOf<typeof breakerMessages> = {
  showingSaved: (time) => `تُعرض الطلبات المحفوظة من الساعة ${time}`,
  resume: 'استئناف',
};
