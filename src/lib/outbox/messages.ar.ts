import type { TranslationOf } from '../i18n/messages.ts';
import type { outboxMessages } from './messages.ts';

export const arabic: TranslationOf<typeof outboxMessages> = {
  noRoom: 'لم تعد في هذا الجهاز مساحة، فلم يُحفظ هذا ولم يُرسل. أفرغ بعض المساحة ثم حاول مرة أخرى.',
};
