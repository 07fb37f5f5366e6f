import { ApiError } from '#platform/web/api/api-error.ts';
import { getFieldErrorMessages, useErrorMessage } from '#platform/web/api/localize-error.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { deviceCodes, type EntryError } from './entry.ts';
import { outboxMessages } from './messages.ts';

/**
 * Returns a function that formats a rejected action's error in the current language, including field
 * messages. The device stores the server's message and code.
 */
export function useEntryErrorMessage(): (error: EntryError) => string {
  const errorMessage = useErrorMessage();
  return (entryError) => {
    const texts = getMessages(outboxMessages);
    if (entryError.code === deviceCodes.failed) return texts.failed;
    if (entryError.code === deviceCodes.old) return texts.old(Number(entryError.details['days']));
    const error = new ApiError(entryError);
    const message = errorMessage(error);
    return [...new Set([message, ...Object.values(getFieldErrorMessages(error))])].join(' ');
  };
}
