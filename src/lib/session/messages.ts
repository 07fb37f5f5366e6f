import { defineMessages } from '../i18n/messages.ts';

/** SPEC section 8, literally: what a failed sign-in or registration says where the server says nothing. */
export const sessionMessages = defineMessages('lib/session/messages', {
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  unexpected: 'An unexpected error occurred. Please try again.',
});
