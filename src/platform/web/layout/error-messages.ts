import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Separate from the other layout strings, because these are part of the first load. */
export const errorMessages = defineMessages('platform/web/layout/error-messages', {
  title: 'Something went wrong',
  text: "The dashboard encountered an error and couldn't load properly.",
  reload: 'Reload Page',
  fallback: 'Use Fallback Dashboard',
  loading: 'Loading',
});
