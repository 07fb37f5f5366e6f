import { defineMessages } from '#platform/web/i18n/messages.ts';

export const layoutMessages = defineMessages('platform/web/layout/messages', {
  appName: 'Commissary',
  footer: '© 2024 Your Company',
  skipToContent: 'Skip to content',
  mainMenu: 'Main menu',
  breadcrumb: 'Breadcrumb',
  relatedPages: 'Related pages',
  moreTabs: 'More',
  learnMore: 'Learn more',
  search: 'Search',
  openMenu: 'Open menu',
  expandSidebar: 'Expand sidebar',
  collapseSidebar: 'Collapse sidebar',
  logout: 'Logout',
  account: (name: string) => `${name}’s account`,
  masterAdmin: 'Master admin',
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  displayOptions: { 'large-text': 'Large text', 'high-contrast': 'High contrast' },
  language: 'Language',
  numbers: { label: 'Number format', auto: (sample: string) => `Same as this device (${sample})` },
  /** For the one group that is empty by definition: item categories are a tab of another page. */
  emptyGroup: (page: string) =>
    `Item categories are on a tab of “${page}”. You can also find them with Ctrl+K.`,
  arrivedAt: (title: string) => `Page: ${title}`,
  display: 'Display, language and account',
  languageFailed: (language: string) => `Couldn’t load ${language}. Check your connection and try again.`,
  noAccess: {
    title: 'No Access',
    text: 'Contact administrator for access',
    page: (page: string) => `You don’t have access to “${page}”.`,
    goTo: (page: string) => `Go to ${page}`,
  },
  notFound: { title: 'Page not found', text: 'There’s no page at this address. Pages you can open:' },
  retry: 'Try again',
  notOffered: {
    title: 'Not available',
    text: 'The server you’re connected to doesn’t support this feature.',
  },
  clearFilters: 'Clear filters',
  moreActions: 'More actions',
  offline: {
    title: 'No connection to the server.',
    text: 'Orders, receipts and wastage are saved on this device and sent when the connection is back. Other forms need a connection to save.',
    reopens: 'You can close and reopen Commissary.',
    noReload: 'Don’t reload the page: it can’t be loaded without a connection.',
    queued: (count: number) => (count === 1 ? '1 action waiting.' : `${count} actions waiting.`),
    lastContact: (age: string) => `Last contact ${age}.`,
    saved: (age: string) => `Showing data saved ${age}.`,
  },
  rowsSkipped: (count: number) =>
    count === 1
      ? '1 row couldn’t be read and isn’t shown.'
      : `${count} rows couldn’t be read and aren’t shown.`,
  continueTo: (page: string) => `Continue to ${page}`,
  dismiss: 'Dismiss',
});
