import { ApiError } from '../api/api-error.ts';
import { localeStore } from '../i18n/locale.ts';
import { messagesOf } from '../i18n/messages.ts';
import { sessionMessages } from './messages.ts';
import { errorMessage } from '../api/localize-error.ts';

/** What a failed sign-in says (SPEC section 8): the server's sentence, or `Login failed`. */
export function loginFailure(error: unknown): string {
  const t = messagesOf(sessionMessages);
  // Said without a fetch, on the page where there is nothing else to read.
  if (error instanceof ApiError && localeStore.get() !== 'en') {
    if (error.code === 'INVALID_CREDENTIALS') return t.invalid;
    if (error.code === 'TOO_MANY_ATTEMPTS') return t.tooMany;
  }
  return failureText(error, messagesOf(sessionMessages).loginFailed);
}

/** What a failed registration says: the server's sentence, or `Registration failed`. */
export function registrationFailure(error: unknown): string {
  return failureText(error, messagesOf(sessionMessages).registrationFailed);
}

/** What no refusal explains, such as an answer that cannot be read, has a sentence of its own. */
function failureText(error: unknown, fallback: string): string {
  const isExpected = error instanceof ApiError && error.code !== 'UNREADABLE';
  return isExpected ? errorMessage(error, fallback) : messagesOf(sessionMessages).unexpected;
}
