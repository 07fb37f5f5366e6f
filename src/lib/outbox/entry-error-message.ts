import { ApiError } from '../api/api-error.ts';
import { fieldErrorMessages, useErrorMessage } from '../api/localize-error.ts';
import { messagesOf } from '../i18n/messages.ts';
import { deviceCodes, type EntryError } from './entry.ts';
import { outboxMessages } from './messages.ts';

/**
 * Words why an action was not taken, in the language of the reader: the whole and what is wrong with each field. The device
 * stores what the server said, with its code.
 */
export function useEntryErrorMessage(): (error: EntryError) => string {
  const say = useErrorMessage();
  return (kept) => {
    const texts = messagesOf(outboxMessages);
    if (kept.code === deviceCodes.failed) return texts.failed;
    if (kept.code === deviceCodes.old) return texts.old(Number(kept.details['days']));
    const error = new ApiError(kept);
    const whole = say(error);
    return [...new Set([whole, ...Object.values(fieldErrorMessages(error))])].join(' ');
  };
}
