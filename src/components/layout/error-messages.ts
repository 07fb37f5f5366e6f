import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Apart from the rest of the layout's texts, because the first load carries them. */
export const errorMessages = defineMessages('components/layout/error-messages', {
  title: 'Something went wrong',
  text: "The dashboard encountered an error and couldn't load properly.",
  reload: 'Reload Page',
  fallback: 'Use Fallback Dashboard',
  loading: 'Loading',
});
