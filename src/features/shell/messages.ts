import { defineMessages } from '#src/lib/i18n/messages.ts';

export const shellMessages = defineMessages('features/shell/messages', {
  /** Link to the account dialog. */
  account: 'Your account',
  savedOrders: {
    showing: (time: string) => `Showing saved orders from ${time}`,
    resume: 'Resume',
  },
  /** A page or part of one whose code could not be loaded. */
  missing: {
    page: 'This page',
    offline: {
      title: 'Not on this device yet',
      text: 'This page has not been opened since you signed in, and the server cannot be reached. It opens by itself when the connection is back.',
    },
    gone: {
      title: 'Could not be opened',
      text: 'The server answers, but this part of the dashboard is not there any more: most likely a new version was installed. Reload when it suits you. What you typed into forms is kept on this device.',
    },
    noReload: 'Do not reload the page: without a connection the dashboard cannot be loaded again.',
    queue: (count: number) =>
      count === 1
        ? '1 action is kept on this device and sent when the connection is back.'
        : `${count} actions are kept on this device and sent when the connection is back.`,
    retry: 'Try again',
    reload: 'Reload page',
    here: 'What you can open now',
    part: {
      offline: 'What you opened is not on this device yet. It opens by itself when the connection is back.',
      gone: 'What you opened could not be loaded: most likely a new version was installed. Finish what you are doing, then reload.',
    },
  },
});
