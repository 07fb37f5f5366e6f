import type { CadenceName } from './cadence.ts';
import type { DigestLine } from './digest.ts';

const counted = (one: string, many: string) => (count: number, said: string) =>
  `${said} ${count === 1 ? one : many}`;

/** What mails say in English; `arabic.ts` beside it says the same in Arabic. */
export const english = {
  greeting: (name: string) => `Hello ${name},`,
  days: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  missed: (count: number, said: string) =>
    `The server was not running when ${said} earlier ${count === 1 ? 'mail was' : 'mails were'} due.`,
  missedDays: 'This mail covers those days, too.',
  noRows: 'Nothing in these days.',
  nothing: 'There is nothing to tell.',
  more: counted('more row is in the report.', 'more rows are in the report.'),
  totals: 'In all',
  open: 'Open the report',
  signIn: 'Signing in is needed to open it.',
  attached: 'All rows are attached as a CSV file.',
  tooLarge: 'The file with all rows is too large for a mail: save it from the report.',
  digest: 'What waits today',
  digestSubject: (day: string) => `What waits today, ${day}`,
  digestLines: {
    approvals: 'Purchase orders waiting for your approval',
    late: 'Orders past their delivery day that have not arrived',
    short: 'Lines since the mail before that did not come as ordered',
    out: 'Items without stock',
    belowMin: 'Items below minimum',
    belowPar: 'Items below par',
    expired: 'Items with a lot that has expired',
    expiring: 'Items with a lot that expires within three days',
    discrepancies: 'Discrepancies that are open',
  } satisfies Record<DigestLine, string>,
  nothingWaits: 'Nothing waits today.',
  sentBecause: (owner: string, name: string, cadence: string) =>
    `${owner} has scheduled “${name}” for you: ${cadence}.`,
  cadences: {
    day: (at: string) => `every day at ${at}`,
    weekdays: (at: string) => `Monday to Friday at ${at}`,
    week: (at: string, on: string) => `every ${on} at ${at}`,
    month: (at: string, on: string) => `on day ${on} of every month at ${at}`,
  } satisfies Record<CadenceName, (at: string, on: string) => string>,
  unsubscribe: 'Stop these mails',
  unsubscribeAsk: (name: string) => `Do you want to stop getting “${name}” by mail?`,
  unsubscribed: 'You will not get these mails any more.',
  resubscribe: 'Get these mails again',
  resubscribed: 'You get these mails again.',
  unknownLink: 'This link is not valid any more.',
  noticeSubject: (name: string) => `“${name}” did not reach everybody`,
  notice: (name: string, days: string) => `“${name}” for ${days} did not reach these people:`,
  reasons: {
    'not-set-up': 'Mail is not set up.',
    gone: 'The schedule is gone.',
    unsubscribed: 'They have unsubscribed.',
    paused: 'The schedule was paused.',
    suspended: 'Their account is suspended.',
    'out-of-scope': 'They may not see this report any more.',
    'not-external': 'This report may not go to addresses outside, or its owner is no administrator any more.',
    withdrawn: 'The order was closed or cancelled before.',
    'no-rows': 'There were no rows.',
    'asks-for-gone':
      'The item, place, category or supplier that the report asks for is not there any more: choose another one in the schedule.',
    'report-failed': 'The report could not be made.',
    refused: 'The mail server refused it.',
    'not-signed-in': 'The mail server did not accept the user name and password that are set.',
    'gave-up': 'The mail server did not take it after several tries.',
    'connection-lost': 'The connection was lost: nobody knows whether it arrived.',
  },
  answered: (answer: string) => `The mail server said: ${answer}`,
  log: 'Open the log',
  testSubject: 'Test of the mail settings',
  test: 'Mail from Commissary reaches you. Nothing more is to be done.',
  purchaseUndelivered: (number: string, supplier: string) =>
    `Purchase order ${number} did not reach ${supplier}`,
  openOrder: 'Open the order',
  purchaseSubject: (number: string, business: string) => `Purchase order ${number} from ${business}`,
  purchase: {
    title: (number: string) => `Purchase order ${number}`,
    intro: (business: string) => `${business} orders from you:`,
    supplier: 'Supplier',
    place: 'Deliver to',
    expected: 'Expected on',
    item: 'Item',
    code: 'Code',
    pack: 'Pack',
    quantity: 'Quantity',
    price: 'Price',
    value: 'Value',
    goods: 'Goods',
    freight: 'Freight',
    tax: 'Tax',
    total: 'Total',
    notes: 'Notes',
  },
};

export type MailWords = typeof english;
