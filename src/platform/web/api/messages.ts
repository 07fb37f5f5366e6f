import { defineMessages } from '#platform/web/i18n/messages.ts';

/** The texts of SPEC section 8, and three that it doesn't specify. */
export const apiMessages = defineMessages('platform/web/api/messages', {
  authenticationFailed: 'Authentication failed. Please login again.',
  network: 'Network connection failed. Please check your internet connection and try again.',
  server: 'Server error. Please try again later.',
  rateLimited: 'Too many requests. Please wait a moment and try again.',
  refused: 'The server refused this request.',
  unreadable: 'Couldn’t read the server’s response.',
});
