import { defineMessages } from '#src/lib/i18n/messages.ts';

export const booksMessages = defineMessages('features/books/messages', {
  title: 'Closed books',
  about:
    'When a month is done, close it: nothing takes effect on a closed day any more, and what is posted there stays as it is. The stock is checked first.',
  open: 'All days are open.',
  closed: (day: string) => `Closed until ${day}.`,
  until: 'Close the books until',
  hint: 'The last day that is closed, by the clock of each place. An earlier day than before opens the days between again.',
  close: 'Close the books',
  closing: 'Checking the books…',
  closedBy: (name: string, when: string) => `Closed by ${name}, ${when}.`,
  checking: (day: string, name: string, when: string) =>
    `Checking the books until ${day}. Started by ${name}, ${when}.`,
  refused: (day: string, name: string, when: string) =>
    `The books could not be closed until ${day}. Tried by ${name}, ${when}.`,
  progress: 'Checks done',
  goesOn: 'You can leave this page: the books are closed when the check is done. Others can go on working.',
  stopClosing: 'Cancel closing',
  interrupted: (day: string) => `The check of the books until ${day} was interrupted. Close the books again.`,
  openAll: 'Open all days again',
  saved: (day: string) => `The books are closed until ${day}.`,
  opened: 'All days are open again.',
  needed: 'Choose a day.',
  failed: 'The books could not be closed.',
  hinders: 'What has to be put right first',
  loading: 'Loading the books',
  loadFailed: 'The books could not be loaded',
});
