import { ApiError } from '#platform/web/api/api-error.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { messagesOf } from '#platform/web/i18n/messages.ts';
import { sessionMessages } from './messages.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';

/** Returns the message of a failed sign-in (SPEC section 8): the server's sentence, or `Login failed`. */
export function loginFailure(error: unknown): string {
  const t = messagesOf(sessionMessages);
  // Localized without loading the refusal texts, because the sign-in page needs only these two.
  if (error instanceof ApiError && localeStore.get() !== 'en') {
    if (error.code === 'INVALID_CREDENTIALS') return t.invalid;
    if (error.code === 'TOO_MANY_ATTEMPTS') return t.tooMany;
  }
  return getFailureMessage(error, messagesOf(sessionMessages).loginFailed);
}

/** Returns the message of a failed registration: the server's sentence, or `Registration failed`. */
export function registrationFailure(error: unknown): string {
  return getFailureMessage(error, messagesOf(sessionMessages).registrationFailed);
}

/** Returns the message of a failure; those that are not a refusal, such as an unreadable response, have their own. */
function getFailureMessage(error: unknown, fallback: string): string {
  const isExpected = error instanceof ApiError && error.code !== 'UNREADABLE';
  return isExpected ? errorMessage(error, fallback) : messagesOf(sessionMessages).unexpected;
}
