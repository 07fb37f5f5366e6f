import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Messages for a failed sign-in or registration without a server message, verbatim from SPEC section 8. */
export const sessionMessages = defineMessages('platform/web/session/messages', {
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  /** The server's message, for translation. */
  invalid: 'Invalid email or password',
  tooMany: 'Too many sign-in attempts. Please try again later.',
  unexpected: 'An unexpected error occurred. Please try again.',
});
