import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { draftMessages } from './messages.ts';

export const arabic: TranslationOf<typeof draftMessages> = {
  notANumber: (label, text) => `${label}: «${text}» ليس رقمًا. أدخل رقمًا، مثل ‎3‎ أو ‎2*12‎.`,
  notWhole: (label, text) => `${label}: «${text}» ليس عددًا صحيحًا. أدخل عددًا صحيحًا.`,
};
