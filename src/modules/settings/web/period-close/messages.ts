import { defineMessages } from '#platform/web/i18n/messages.ts';

export const periodCloseMessages = defineMessages('modules/settings/web/period-close/messages', {
  title: 'Period close',
  about:
    'Close a period once it is complete. Before it closes, stock is reconciled. Afterwards, nothing can be posted or changed on its days.',
  open: 'All days are open.',
  closed: (day: string) => `Closed through ${day}.`,
  until: 'Close through',
  hint: 'The last closed day, in the time zone of each location. Choosing an earlier date reopens the days after it.',
  close: 'Close period',
  closing: 'Reconciling…',
  closedBy: (name: string, when: string) => `Closed by ${name}, ${when}.`,
  checking: (day: string, name: string, when: string) =>
    `Reconciling stock to close through ${day}. Started by ${name}, ${when}.`,
  refused: (day: string, name: string, when: string) =>
    `Couldn’t close the period through ${day}. Attempted by ${name}, ${when}.`,
  progress: 'Checks done',
  canLeave: 'You can leave this page. The period closes when the checks are done. Others can keep working.',
  stopClosing: 'Cancel closing',
  interrupted: (day: string) => `The checks through ${day} were interrupted. Close the period again.`,
  openAll: 'Reopen all days',
  closeTitle: (day: string) => `Close period through ${day}`,
  closeText:
    'Before the period closes, stock is reconciled. Afterwards, nothing can be posted or changed on its days.',
  checklist: 'Still open',
  checklistFailed: 'Couldn’t load the open items',
  nothingOpen:
    'Nothing is open in this period: no draft invoices, discrepancies, counts or uninvoiced receipts.',
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
    `Reopens all closed days, through ${day}. People with permission can post and change documents in them again, so figures that were already reported can change.`,
  reopenText: (from: string, to: string) =>
    `Reopens ${from} to ${to}. People with permission can post and change documents in them again, so figures that were already reported can change.`,
  reopen: 'Reopen days',
  reopenReasonHint: 'Shown on this page and in the audit log, with your name.',
  reopened: (name: string, when: string, from: string, to: string, isAll: boolean) =>
    isAll
      ? `All days through ${to} were reopened by ${name}, ${when}.`
      : `${from} to ${to} were reopened by ${name}, ${when}.`,
  saved: (day: string) => `Period closed through ${day}.`,
  opened: 'All days reopened.',
  dayRequired: 'Choose a date.',
  failed: 'Couldn’t close the period.',
  fixFirst: 'Fix these before closing',
  loading: 'Loading closed periods',
  loadFailed: 'Couldn’t load the closed periods',
});
