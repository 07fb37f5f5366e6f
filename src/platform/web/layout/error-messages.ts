import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Apart from the rest of the layout's texts, because the first load carries them. */
export const errorMessages = defineMessages('platform/web/layout/error-messages', {
  title: 'Something went wrong',
  text: "The dashboard encountered an error and couldn't load properly.",
  reload: 'Reload Page',
  fallback: 'Use Fallback Dashboard',
  loading: 'Loading',
});
