import { defineMessages } from '#src/lib/i18n/messages.ts';

export const periodCloseMessages = defineMessages('features/period-close/messages', {
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
  openAll: 'Reopen all days',
  closeTitle: (day: string) => `Close the books until ${day}`,
  closeText: 'Nothing can be posted or changed in closed days. Stock is reconciled first.',
  checklist: 'Still open',
  checklistFailed: "Couldn't load what is still open",
  nothingOpen:
    'Nothing is open in these days: no draft invoices, discrepancies, counts or uninvoiced receipts.',
  concerns: {
    counts: (count: number) => `${count === 1 ? '1 stock count' : `${count} stock counts`} not approved`,
    draftInvoices: (count: number) => (count === 1 ? '1 draft invoice' : `${count} draft invoices`),
    discrepancies: (count: number) => (count === 1 ? '1 open discrepancy' : `${count} open discrepancies`),
    notBilled: (count: number) =>
      count === 1 ? '1 receipt not fully invoiced' : `${count} receipts not fully invoiced`,
  },
  blocks: 'Prevents closing',
  warns: 'Check first',
  reopenTitle: 'Reopen closed days',
  reopenAllText: (day: string) =>
    `Reopens every closed day, through ${day}. Anyone with the rights can post and change documents in them again, and figures that were already reported can change.`,
  reopenText: (from: string, to: string) =>
    `Reopens ${from} to ${to}. Anyone with the rights can post and change documents in them again, and figures that were already reported can change.`,
  reopen: 'Reopen days',
  reopenReasonHint: 'Shown on this page and in the audit, with your name.',
  reopened: (name: string, when: string, from: string, to: string, isAll: boolean) =>
    isAll
      ? `All days through ${to} were reopened by ${name}, ${when}.`
      : `${from} to ${to} were reopened by ${name}, ${when}.`,
  saved: (day: string) => `The books are closed until ${day}.`,
  opened: 'All days are open again.',
  needed: 'Choose a day.',
  failed: 'The books could not be closed.',
  hinders: 'What has to be put right first',
  loading: 'Loading the books',
  loadFailed: 'The books could not be loaded',
});
