import { ApiError } from '../api/api-error.ts';
import { sayFields, useSayError } from '../api/own-words.ts';
import { messagesOf } from '../i18n/messages.ts';
import { deviceCodes, type EntryError } from './entry.ts';
import { outboxMessages } from './messages.ts';

/**
 * Words why an action was not taken, in the language of the reader: the whole and what is wrong with each field. The device
 * stores what the server said, with its code.
 */
export function useSayEntry(): (error: EntryError) => string {
  const say = useSayError();
  return (kept) => {
    const texts = messagesOf(outboxMessages);
    if (kept.code === deviceCodes.failed) return texts.failed;
    if (kept.code === deviceCodes.old) return texts.old(Number(kept.details['days']));
    const error = new ApiError(kept);
    const whole = say(error);
    return [...new Set([whole, ...Object.values(sayFields(error))])].join(' ');
  };
}
