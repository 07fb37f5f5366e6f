import { cadences } from '#domain/mail/cadence.ts';
import {
  isMailPort,
  mailKinds,
  mailLanguages,
  mailReasons,
  mailStates,
  mailSubjects,
  smtpSecurities,
} from '#domain/mail/states.ts';
import { z } from 'zod';
import { pageQuery, text } from './numbers.ts';
import { reportNarrowing } from './reports.ts';
import { email } from './users.ts';

/** A name in the head of a mail: one line, without signs that a reader of heads takes for its own. */
const headName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(120, 'At most 120 characters')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}<>"]/u.test(name), 'Use one line without < > or quotation marks');

/** An address of the internet, so that nothing but letters of ASCII stands in heads and commands. */
const address = email.refine((one) => /^[\x21-\x7e]+$/.test(one), 'Enter an email address');

/** A host by its name or its number, without anything that a command line or an address could take for more. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter some text')
  .max(253, 'At most 253 characters')
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+)$/, 'Enter a host name like mail.example.com');

/** Where the dashboard is found from outside: links in mails begin with it. */
const dashboardUrl = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .regex(
    /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
    'Enter an address like https://commissary.example.com',
  );

/** How mail is sent. Without a host, none is. The password is never answered. */
export const mailSettings = z.object({
  host: z.string().nullable(),
  port: z.number(),
  security: z.enum(smtpSecurities),
  user: z.string().nullable(),
  hasPassword: z.boolean(),
  senderName: z.string(),
  senderAddress: z.string(),
  dashboardUrl: z.string(),
  /** The reports that may go to addresses outside. */
  externalReports: z.array(z.string()),
  version: z.number(),
});
export type MailSettings = z.output<typeof mailSettings>;

/** All of the settings anew. A password that is not sent stays, as long as it goes to the same host and user. */
export const mailSettingsInput = z.strictObject({
  host: host.nullable(),
  port: z.number().refine(isMailPort, 'Enter the port of a mail server: 25, 465, 587, or above 1023'),
  security: z.enum(smtpSecurities),
  user: text(200),
  password: z.string().max(500, 'At most 500 characters').nullable().optional(),
  senderName: headName,
  senderAddress: address,
  dashboardUrl,
  externalReports: z.array(z.string().max(60)).max(100),
});
export type MailSettingsInput = z.output<typeof mailSettingsInput>;

/** What a mail server made of a mail. `answer` is what it said itself; null where it said nothing. */
export const mailTest = z.object({
  outcome: z.enum(['accepted', 'refused', 'later', 'unsure']),
  /** Why nothing was said: a code of ours. */
  code: z.string().nullable(),
  answer: z.string().nullable(),
  to: z.string(),
  /** How many mails of the last days failed because of the mail server, where it took this one. */
  failed: z.number().optional(),
});
export type MailTest = z.output<typeof mailTest>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 07:30');

const timezone = z.string().max(60).refine(isZone, 'Enter a time zone like Europe/London');

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** What a scheduled report is narrowed to, besides its days, which are those of the schedule. */
const mailParams = z.strictObject(reportNarrowing);
export type MailParams = z.output<typeof mailParams>;

/** Who gets a mail: somebody with an account, or an address outside and its language. */
const recipientInput = z.union([
  z.strictObject({ userId: z.string().min(1).max(64) }),
  z.strictObject({ address, language: z.enum(mailLanguages) }),
]);

const recipient = z.object({
  _id: z.string(),
  userId: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  language: z.string().nullable(),
  isUnsubscribed: z.boolean(),
});

const scheduleFields = {
  name: headName,
  about: z.enum(mailSubjects),
  /** The name of a report; null for a digest. */
  report: z.string().max(60).nullable(),
  params: mailParams,
  every: z.enum(cadences),
  /** The weekday (1 is Monday) of a week, the day of a month; null otherwise. */
  on: z.int().min(1).max(31).nullable(),
  at: timeOfDay,
  timezone,
  onlyWithRows: z.boolean(),
  withFile: z.boolean(),
  isActive: z.boolean(),
};

/** What is mailed to whom, and when. */
export const mailSchedule = z.object({
  _id: z.string(),
  ...scheduleFields,
  owner: z.string(),
  ownerName: z.string(),
  recipients: z.array(recipient),
  /** Null while it is paused, or no mail is set up. */
  nextDue: z.string().nullable(),
  lastDue: z.string().nullable(),
  /** How many of the mails of the last time reached nobody, or nobody knows. */
  problems: z.number(),
  /** Whether the caller gets it, and whether they may change it. */
  isMine: z.boolean(),
  mayChange: z.boolean(),
  version: z.number(),
});
export type MailSchedule = z.output<typeof mailSchedule>;

export const mailScheduleInput = z
  .strictObject({
    ...scheduleFields,
    recipients: z.array(recipientInput).min(1, 'Choose a recipient').max(50),
  })
  .refine(
    ({ every, on }) =>
      (every !== 'week' || (on ?? 0) <= 7) && (on !== null) === (every === 'week' || every === 'month'),
    {
      error: 'Choose a day',
      path: ['on'],
    },
  )
  .refine(({ about, report }) => (about === 'report') === (report !== null), {
    error: 'Choose a report',
    path: ['report'],
  });
export type MailScheduleInput = z.output<typeof mailScheduleInput>;

/** One mail, as the log tells of it. */
export const mail = z.object({
  _id: z.string(),
  createdAt: z.string(),
  kind: z.enum(mailKinds),
  to: z.string(),
  address: z.string().nullable(),
  subject: z.string().nullable(),
  state: z.enum(mailStates),
  reason: z.string().nullable(),
  /** What the mail server said last. */
  answer: z.string().nullable(),
  attempts: z.number(),
  /** When it is tried again. */
  nextAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The days that it tells of. */
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  missed: z.number(),
  version: z.number(),
});
export type Mail = z.output<typeof mail>;

/** Has all mails sent again that failed for one reason. */
export const resendMailsInput = z.strictObject({ reason: z.enum(mailReasons) });
export const resentMails = z.object({ again: z.number() });

/** Newest first. */
export const mailLogQuery = z.object(pageQuery(50)).pick({ limit: true, page: true });

/** A mail as it would be sent to the caller now. */
export const mailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
});
export type MailPreview = z.output<typeof mailPreview>;

/** Somebody who may be chosen as a recipient. */
export const mailPerson = z.object({ _id: z.string(), name: z.string() });

/** What the caller can schedule, and for whom. */
export const mailChoices = z.object({
  isSetUp: z.boolean(),
  reports: z.array(z.object({ name: z.string(), by: z.array(z.string()), isExternal: z.boolean() })),
  people: z.array(mailPerson),
  mayNameAddresses: z.boolean(),
});
export type MailChoices = z.output<typeof mailChoices>;

export const unsubscribeQuery = z.object({ token: z.string().max(64) });

/** Has a purchase order mailed to its supplier, at the address that the supplier has. */
export const mailPurchaseInput = z.strictObject({
  language: z.enum(mailLanguages),
  note: text(1000).optional(),
});

/** Whether mail is set up, where a document goes, and what was sent of it. */
export const documentMails = z.object({
  isSetUp: z.boolean(),
  address: z.string().nullable(),
  mails: z.array(mail),
});
export type DocumentMails = z.output<typeof documentMails>;
