import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { formMessages } from './messages.ts';

export const arabic: TranslationOf<typeof formMessages> = {
  notAQuantity: 'ليست كمية. اكتب رقمًا أو عملية مثل ‎2*12‎.',
  more: (label) => `زيادة واحدة: ${label}`,
  less: (label) => `إنقاص واحدة: ${label}`,
};
