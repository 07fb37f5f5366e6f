import { refusalTexts } from '#domain/refusals/catalogue.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Refusal sentences by code, with parameters in braces. The English sentence is the server's. */
export const refusalMessages = defineMessages('lib/refusals/messages', refusalTexts);
