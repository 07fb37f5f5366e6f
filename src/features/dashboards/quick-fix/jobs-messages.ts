import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words of background work. Loaded with its card, for whoever may see it. */
export const jobsMessages = defineMessages('features/dashboards/quick-fix/jobs-messages', {
  title: 'Background work',
  text: 'What the server does by itself.',
  loadFailed: 'The background work could not be loaded',
  none: 'Nothing waits and nothing has failed.',
  failed: (count: number) => `${formatCount(count)} failed`,
  running: (count: number) => `${formatCount(count)} running`,
  waiting: (count: number) => `${formatCount(count)} waiting`,
  states: { failed: 'Failed', running: 'Running', waiting: 'Waiting', done: 'Done' },
  kinds: {
    housekeeping: 'Housekeeping',
    'recost-recipes': 'Costs of recipes',
    'demand-shapes': 'Weeks of categories',
    'demand-outlooks': 'What branches are expected to want',
    'mail-due': 'Scheduled mails',
    mail: 'A mail to one reader',
    'mail-lost': 'Mails that were lost',
  },
  about: {
    housekeeping: 'Clears away ended sessions, old answers, forgotten imports and finished background work.',
    'recost-recipes': 'Works out what recipes cost by prices that begin today.',
    'demand-shapes':
      'Learns on which days of the week each category sells, over all branches, for suggestions.',
    'demand-outlooks':
      'Works out what every branch is expected to want of what kitchens make, for production plans.',
    'mail-due': 'Makes the mails of a schedule that is due.',
    mail: 'Makes and sends one mail.',
    'mail-lost': 'Says of mails that nobody sends any more that they failed.',
  },
  since: (when: string) => `Since ${when}`,
  tries: (count: number, most: number | null) =>
    most === null ? `try ${formatCount(count)}` : `try ${formatCount(count)} of ${formatCount(most)}`,
  next: (when: string) => `next try ${when}`,
  errors: {
    BUSY: 'The database was busy or could not be reached.',
    FULL: 'The server had no space left: make room on its disk, then retry.',
    STOPPED: 'The server stopped while this ran, again and again.',
    PAYLOAD: 'This version of the server cannot read what is to be done: update the server, then retry.',
    FAILED: 'An unexpected error occurred. The log of the server says more.',
  },
  retry: 'Retry',
  retryThis: (kind: string) => `Retry: ${kind}`,
  remove: 'Remove',
  removeThis: (kind: string) => `Remove: ${kind}`,
  cancel: 'Cancel',
  removeTitle: (kind: string) => `Remove ${kind}?`,
  removeText: 'It will not be done now. Regular work is done again when it is due next.',
  retried: (kind: string) => `${kind} is tried again.`,
  removed: (kind: string) => `${kind} was removed.`,
  changed: 'This has changed in the meantime: the list shows how it stands now.',
  notSent: 'It could not be done: try again.',
  more: (count: number) => `and ${formatCount(count)} more`,
  schedules: 'Regular work',
  last: (when: string) => `last ${when}`,
  never: 'not due yet',
  due: (when: string) => `next ${when}`,
});
