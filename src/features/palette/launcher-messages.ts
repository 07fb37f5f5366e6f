import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Apart from the palette's own texts, which come with it. */
export const launcherMessages = defineMessages('features/palette/launcher-messages', { open: 'Search' });
