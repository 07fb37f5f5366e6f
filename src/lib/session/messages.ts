import { defineMessages } from '../i18n/messages.ts';

/** SPEC section 8, literally: what a failed sign-in or registration says where the server says nothing. */
export const sessionMessages = defineMessages('lib/session/messages', {
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  /** The server's sentence, for those who read another language. */
  invalid: 'Invalid email or password',
  tooMany: 'Too many sign-in attempts. Please try again later.',
  unexpected: 'An unexpected error occurred. Please try again.',
});
