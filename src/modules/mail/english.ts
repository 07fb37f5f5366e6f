import type { CadenceName } from './cadence.ts';
import type { DigestLine } from './digest.ts';

const countText = (one: string, many: string) => (count: number, formatted: string) =>
  `${formatted} ${count === 1 ? one : many}`;

/** English strings for emails; the Arabic ones are in `arabic.ts`. */
export const englishMailText = {
  greeting: (name: string) => `Hello ${name},`,
  days: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  missed: (count: number, formatted: string) =>
    `${formatted} earlier ${count === 1 ? 'email wasn’t' : 'emails weren’t'} sent because the server wasn’t running.`,
  missedDays: 'This email covers those days, too.',
  noRows: 'No data for this period.',
  nothing: 'There’s nothing to report.',
  more: countText('more row is in the report.', 'more rows are in the report.'),
  totals: 'Total',
  open: 'Open the report',
  signIn: 'Sign in to open it.',
  attached: 'All rows are attached as a CSV file.',
  tooLarge: 'The file with all rows is too large to attach. Export it from the report.',
  digest: 'Daily digest',
  digestSubject: (day: string) => `Daily digest, ${day}`,
  digestLines: {
    approvals: 'Purchase orders waiting for your approval',
    late: 'Orders not received by their delivery day',
    short: 'Order lines received with differences since the last email',
    out: 'Items out of stock',
    belowMin: 'Items below minimum',
    belowPar: 'Items below par',
    expired: 'Items with an expired lot',
    expiring: 'Items with a lot expiring within three days',
    discrepancies: 'Open discrepancies',
  } satisfies Record<DigestLine, string>,
  noTasks: 'Nothing to do today.',
  sentBecause: (owner: string, name: string, cadence: string) =>
    `${owner} scheduled “${name}” for you: ${cadence}.`,
  cadences: {
    day: (time: string) => `every day at ${time}`,
    weekdays: (time: string) => `Monday to Friday at ${time}`,
    week: (time: string, day: string) => `every ${day} at ${time}`,
    month: (time: string, day: string) => `on day ${day} of every month at ${time}`,
  } satisfies Record<CadenceName, (time: string, day: string) => string>,
  unsubscribe: 'Unsubscribe',
  unsubscribePrompt: (name: string) => `Unsubscribe from “${name}”?`,
  unsubscribed: 'You won’t get these emails any more.',
  resubscribe: 'Resubscribe',
  resubscribed: 'You’ll get these emails again.',
  unknownLink: 'This link is no longer valid.',
  noticeSubject: (name: string) => `“${name}” wasn’t delivered to everyone`,
  notice: (name: string, days: string) => `“${name}” for ${days} wasn’t delivered to:`,
  reasons: {
    'not-set-up': 'Email isn’t set up.',
    deleted: 'The schedule no longer exists.',
    unsubscribed: 'They unsubscribed.',
    paused: 'The schedule was paused.',
    suspended: 'Their account is suspended.',
    'out-of-scope': 'They no longer have access to this report.',
    'not-external':
      'This report can’t be sent to external addresses, or its owner is no longer an administrator.',
    withdrawn: 'The order was closed or cancelled before the email was sent.',
    'no-rows': 'The report has no data.',
    'filter-deleted':
      'The report is filtered by an item, location, category or supplier that no longer exists. Choose another one in the schedule.',
    'report-failed': 'The report couldn’t be created.',
    refused: 'The mail server rejected the email.',
    'not-signed-in': 'The mail server rejected the user name or password.',
    'retries-exhausted': 'The mail server didn’t accept the email after several attempts.',
    'connection-lost': 'The connection was lost. The email may have arrived.',
    restored: 'The database was restored from a backup. The email may already have been sent.',
  },
  serverResponse: (response: string) => `Mail server response: ${response}`,
  log: 'Open the log',
  testSubject: 'Test email from Commissary',
  test: 'Email from Commissary works. You don’t need to do anything.',
  purchaseUndelivered: (number: string, supplier: string) =>
    `Purchase order ${number} wasn’t delivered to ${supplier}`,
  openOrder: 'Open the order',
  purchaseSubject: (number: string, name: string) => `Purchase order ${number} from ${name}`,
  purchase: {
    title: (number: string) => `Purchase order ${number}`,
    intro: (name: string) => `${name} has placed an order with you:`,
    buyer: 'Buyer',
    contact: 'Contact',
    taxNumber: 'Tax number',
    supplier: 'Supplier',
    place: 'Deliver to',
    expected: 'Expected on',
    item: 'Item',
    code: 'Code',
    pack: 'Pack',
    quantity: 'Quantity',
    price: 'Price',
    discounted: (price: string, discount: string) => `${price} less ${discount}`,
    value: 'Value',
    goods: 'Goods',
    freight: 'Freight',
    tax: 'Tax',
    total: 'Total',
    notes: 'Notes',
  },
  recall: {
    subject: (number: string, item: string, lot: string) => `Recall ${number}: ${item}, lot ${lot}`,
    reminder: (subject: string) => `Reminder: ${subject}`,
    intro: (person: string, when: string) =>
      `${person} started a recall on ${when} (UTC). The lots below are on hold: don’t use, sell or move them.`,
    instructions:
      'Look for them now and enter how much you found and what you did with it. Enter 0 if there’s none left. You’ll get a reminder every 4 hours until you respond.',
    location: 'Location',
    item: 'Item',
    lot: 'Lot',
    expected: 'Expected',
    answer: 'Respond to recall',
  },
};

export type MailText = typeof englishMailText;
