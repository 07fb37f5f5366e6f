import { ApiError } from '#platform/web/api/api-error.ts';
import { fieldErrorMessages, useErrorMessage } from '#platform/web/api/localize-error.ts';
import { messagesOf } from '#platform/web/i18n/messages.ts';
import { deviceCodes, type EntryError } from './entry.ts';
import { outboxMessages } from './messages.ts';

/**
 * Returns a function that formats the error of a refused action in the current language, with the messages of
 * its fields. The device stores the server's text and code.
 */
export function useEntryErrorMessage(): (error: EntryError) => string {
  const errorMessage = useErrorMessage();
  return (entryError) => {
    const texts = messagesOf(outboxMessages);
    if (entryError.code === deviceCodes.failed) return texts.failed;
    if (entryError.code === deviceCodes.old) return texts.old(Number(entryError.details['days']));
    const error = new ApiError(entryError);
    const message = errorMessage(error);
    return [...new Set([message, ...Object.values(fieldErrorMessages(error))])].join(' ');
  };
}
