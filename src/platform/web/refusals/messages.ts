import { refusalTexts } from '#core/refusals/catalogue.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Error messages by code, with parameters in braces. The English message is the server's. */
export const refusalMessages = defineMessages('platform/web/refusals/messages', refusalTexts);
