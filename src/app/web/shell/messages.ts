import { defineMessages } from '#platform/web/i18n/messages.ts';

export const shellMessages = defineMessages('app/web/shell/messages', {
  /** Link to the account dialog. */
  account: 'Your account',
  savedOrders: {
    showing: (time: string) => `Showing saved orders from ${time}`,
    resume: 'Resume',
  },
  /** Shown for a page, or a part of a page, whose code could not be loaded. */
  missing: {
    page: 'This page',
    offline: {
      title: 'Not available offline',
      text: 'You haven’t opened this page since you signed in, and the server can’t be reached. It opens automatically when the connection is back.',
    },
    gone: {
      title: 'Couldn’t open this page',
      text: 'A new version of Commissary was probably installed. Reload the page when you’re ready. Anything you typed into forms is saved on this device.',
    },
    noReload: 'Don’t reload the page: it can’t be loaded without a connection.',
    queue: (count: number) =>
      count === 1
        ? '1 action is saved on this device. It will be sent when you’re back online.'
        : `${count} actions are saved on this device. They will be sent when you’re back online.`,
    retry: 'Try again',
    reload: 'Reload page',
    available: 'Available now',
    part: {
      offline:
        'This part of the page isn’t available offline. It opens automatically when the connection is back.',
      gone: 'Couldn’t load part of the page. A new version was probably installed. Finish what you’re doing, then reload the page.',
    },
  },
});
