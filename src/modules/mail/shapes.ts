import { cadences } from './cadence.ts';
import { reportDimensions } from '#platform/reports/shape-types.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { mailContentTypes, smtpSecurities, mailKinds, mailStates } from './states.ts';
import { objectOf, required, sparse, oneOf, listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Mail settings; without a host, no email is sent. The password is never returned. */
export const mailSettings = {
  host: 'text?',
  port: 'integer',
  security: oneOf(smtpSecurities),
  user: 'text?',
  hasPassword: 'flag',
  senderName: 'text',
  senderAddress: 'text',
  dashboardUrl: 'text',
  /** Reports that may be sent to external addresses. */
  externalReports: 'texts',
  /** Time at which a restore paused mail; null if mail isn't paused. */
  pausedAt: 'moment?',
  version: 'integer',
} as const satisfies Shape;
export type MailSettings = Wire<typeof mailSettings>;

/** Result of a test email. `serverResponse` is the mail server's own response, or null if there was none. */
export const mailTest = {
  outcome: oneOf(['accepted', 'refused', 'deferred', 'unconfirmed']),
  /** Commissary's error code if there was no response. */
  code: 'text?',
  serverResponse: 'text?',
  to: 'text',
  /** Number of recent emails that failed because of the mail server; set if it accepted the test email. */
  failed: 'sparse integer?',
} as const satisfies Shape;
export type MailTest = Wire<typeof mailTest>;

/** An email in the log. */
export const mail = {
  _id: 'key',
  createdAt: 'moment',
  kind: required(oneOf(mailKinds)),
  to: 'text',
  address: 'text?',
  subject: 'text?',
  state: required(oneOf(mailStates)),
  reason: 'text?',
  /** Last response of the mail server. */
  serverResponse: 'text?',
  attempts: 'integer',
  /** Time of the next attempt. */
  nextAt: 'moment?',
  endedAt: 'moment?',
  /** First and last day that the email covers. */
  fromDay: 'text?',
  toDay: 'text?',
  missed: 'integer',
  version: 'integer',
} as const satisfies Shape;
export type Mail = Wire<typeof mail>;

export const resentMails = {
  resentCount: 'integer',
} as const satisfies Shape;

/** A preview of the email as it would be sent to the caller now. */
export const mailPreview = {
  subject: 'text',
  html: 'text',
  text: 'text',
  attachments: 'texts',
} as const satisfies Shape;
export type MailPreview = Wire<typeof mailPreview>;

/** A possible recipient. */
export const mailPerson = {
  _id: 'key',
  name: 'text',
} as const satisfies Shape;

/** Reports and recipients that the caller can schedule. */
export const mailChoices = {
  isSetUp: 'flag',
  isPaused: 'flag',
  reports: listOf({
    name: 'text',
    by: 'texts',
    isExternal: 'flag',
  }),
  people: listOf(mailPerson),
  canUseExternalAddresses: 'flag',
} as const satisfies Shape;
export type MailChoices = Wire<typeof mailChoices>;

/** Whether mail is set up, the email address of a document, and the emails that were sent. */
export const documentMails = {
  isSetUp: 'required flag',
  address: 'text?',
  emails: listOf(mail),
} as const satisfies Shape;
export type DocumentMails = Wire<typeof documentMails>;

const recipient = {
  _id: 'key',
  userId: 'id?',
  name: 'name?',
  address: 'text?',
  language: 'text?',
  isUnsubscribed: 'flag',
} as const satisfies Shape;

/** Filters of a scheduled report, by URL name; the days are derived from the schedule. */
const mailParams = {
  within: 'sparse integer?',
  branch: 'sparse id?',
  by: sparse(oneOf([...reportDimensions, 'effective', 'posted'])),
  item: 'sparse id?',
  category: 'sparse id?',
  supplier: 'sparse id?',
  reason: 'sparse text?',
  weekday: sparse(oneOf(['1', '2', '3', '4', '5', '6', '7'])),
  kind: sparse(oneOf(Object.keys(moveKinds) as (keyof typeof moveKinds)[])),
  basis: sparse(oneOf(['average', 'last', 'list', 'standard'])),
  sort: 'sparse text?',
  hide: 'sparse text?',
} as const satisfies Shape;

/** An email schedule with its recipients. */
export const mailSchedule = {
  _id: 'key',
  name: 'text',
  contentType: required(oneOf(mailContentTypes)),
  /** Name of the report; null for a digest. */
  report: 'text?',
  params: objectOf(mailParams),
  cadence: required(oneOf(cadences)),
  /** Day of the week (1 is Monday) for weekly emails, day of the month for monthly ones; otherwise null. */
  sendDay: 'integer?',
  sendTime: 'text',
  timezone: 'text',
  onlyWithRows: 'flag',
  withFile: 'flag',
  isActive: 'flag',
  owner: 'id',
  ownerName: 'name',
  recipients: listOf(recipient),
  /** Null if the schedule is paused or mail isn't set up. */
  nextDue: 'moment?',
  lastDue: 'moment?',
  /** Number of emails in the last run that failed or whose delivery is uncertain. */
  problems: 'integer',
  /** Whether the caller is a recipient, and whether the caller may change the schedule. */
  isRecipient: 'flag',
  canChange: 'flag',
  version: 'integer',
} as const satisfies Shape;
export type MailSchedule = Wire<typeof mailSchedule>;
