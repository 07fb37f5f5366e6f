import { sentences } from '#contract/imports/sentences.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Why a value or a whole import is refused; blanks in braces. English is what the server says. */
export const reasonMessages = defineMessages('resources/import/reason-messages', sentences);
