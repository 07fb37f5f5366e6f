import { ApiError } from '../api/api-error.ts';
import { sayFields, useSayError } from '../api/own-words.ts';
import type { EntryError } from './entry.ts';

/**
 * Says why an action was not taken, in the language that is spoken now: the whole and what is wrong with each field. What
 * is kept on the device is what the server said, with its code.
 */
export function useSayEntry(): (error: EntryError) => string {
  const say = useSayError();
  return (kept) => {
    const error = new ApiError(kept);
    const whole = say(error);
    return [...new Set([whole, ...Object.values(sayFields(error))])].join(' ');
  };
}
