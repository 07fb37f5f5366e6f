import { refusalTexts } from '#domain/refusals/catalogue.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Why something is refused, by its code; blanks in braces. English is what the server says. */
export const refusalMessages = defineMessages('lib/refusals/messages', refusalTexts);
