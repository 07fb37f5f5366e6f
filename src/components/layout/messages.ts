import { defineMessages } from '#src/lib/i18n/messages.ts';

export const layoutMessages = defineMessages('components/layout/messages', {
  appName: 'Commissary',
  footer: '© 2024 Your Company',
  skipToContent: 'Skip to content',
  mainMenu: 'Main menu',
  breadcrumb: 'Breadcrumb',
  pagesHere: 'Pages that belong together',
  search: 'Search',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  expandSidebar: 'Expand sidebar',
  collapseSidebar: 'Collapse sidebar',
  logout: 'Logout',
  account: (name: string) => `Account of ${name}`,
  masterAdmin: 'Master admin',
  theme: { label: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: 'Language',
  numbers: { label: 'Number format', auto: (sample: string) => `Same as this device (${sample})` },
  /** For the one group that is empty by definition: item categories are a tab of another page. */
  emptyGroup: (page: string) => `Item categories are a tab of “${page}”. Ctrl K leads there, too.`,
  arrivedAt: (title: string) => `Page: ${title}`,
  display: 'Theme, language and account',
  languageFailed: (language: string) => `${language} could not be loaded. Try again when the server answers.`,
  noAccess: {
    title: 'No Access',
    text: 'Contact administrator for access',
    page: (page: string) => `Your account may not open “${page}”.`,
    goTo: (page: string) => `Go to ${page}`,
  },
  notFound: { title: 'Page not found', text: 'There is no page at this address. These you can open:' },
  retry: 'Try again',
  notOffered: {
    title: 'Not available here',
    text: 'The server that this dashboard works with does not offer this.',
  },
  clearFilters: 'Clear filters',
  moreActions: 'More actions',
  offline: {
    title: 'No connection to the server.',
    text: 'Orders, receipts and wastage are kept on this device and sent when the connection is back. Other forms keep what you typed until you save again.',
    reopens: 'You can close Commissary and open it again, too.',
    noReload: 'Do not reload the page: without a connection it cannot be loaded again.',
    queued: (count: number) => (count === 1 ? '1 action waiting.' : `${count} actions waiting.`),
    lastHeard: (age: string) => `Last contact ${age}.`,
    saved: (age: string) => `Showing data saved ${age}.`,
  },
  rowsSkipped: (count: number) =>
    count === 1
      ? '1 row could not be read and is not shown.'
      : `${count} rows could not be read and are not shown.`,
  continueTo: (page: string) => `Continue to ${page}`,
  dismiss: 'Dismiss',
});
