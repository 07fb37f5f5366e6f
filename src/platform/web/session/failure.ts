import { ApiError } from '#platform/web/api/api-error.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { sessionMessages } from './messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

/** Returns the message for a failed sign-in (SPEC section 8): the server's message, or `Login failed`. */
export function getLoginFailureMessage(error: unknown): string {
  const t = getMessages(sessionMessages);
  // Localized without loading all error messages, because the sign-in page needs only these two.
  if (error instanceof ApiError && localeStore.get() !== 'en') {
    if (error.code === 'INVALID_CREDENTIALS') return t.invalid;
    if (error.code === 'TOO_MANY_ATTEMPTS') return t.tooMany;
  }
  return getFailureMessage(error, getMessages(sessionMessages).loginFailed);
}

/** Returns the message for a failed registration: the server's message, or `Registration failed`. */
export function getRegistrationFailureMessage(error: unknown): string {
  return getFailureMessage(error, getMessages(sessionMessages).registrationFailed);
}

/**
 * Returns the message for a failure. Failures that aren't an error from the server, such as an unreadable
 * response, have a message of their own.
 */
function getFailureMessage(error: unknown, fallback: string): string {
  const isExpected = error instanceof ApiError && error.code !== 'UNREADABLE';
  return isExpected ? getErrorMessage(error, fallback) : getMessages(sessionMessages).unexpected;
}
