import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { signInMessages } from './messages.ts';

/** SPEC section 8: the auth step's message, `fallback` where it has none; anything unexpected has its own sentence. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiError ? messageOf(error, fallback) : messagesOf(signInMessages).unexpected;
}
