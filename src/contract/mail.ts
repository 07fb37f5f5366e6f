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

/** A name in a mail header: one line without characters that have a meaning there. */
const headName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(120, 'At most 120 characters')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}<>"]/u.test(name), 'Use one line without < > or quotation marks');

/** An email address in ASCII, safe in headers and SMTP commands. */
const address = email.refine((one) => /^[\x21-\x7e]+$/.test(one), 'Enter an email address');

/** A host name or IP address, without characters that commands or addresses could misread. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter some text')
  .max(253, 'At most 253 characters')
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+)$/, 'Enter a host name like mail.example.com');

/** Public URL of the dashboard, for links in mails. */
const dashboardUrl = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .regex(
    /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
    'Enter an address like https://commissary.example.com',
  );

/** Mail settings; without a host no mail is sent. The password is never returned. */
export const mailSettings = z.object({
  host: z.string().nullable(),
  port: z.number(),
  security: z.enum(smtpSecurities),
  user: z.string().nullable(),
  hasPassword: z.boolean(),
  senderName: z.string(),
  senderAddress: z.string(),
  dashboardUrl: z.string(),
  /** Reports that may be sent to external addresses. */
  externalReports: z.array(z.string()),
  version: z.number(),
});
export type MailSettings = z.output<typeof mailSettings>;

/** Replaces all settings. An omitted password is kept if host and user are unchanged. */
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

/** Result of a test mail. `answer` is the mail server's own response; null without one. */
export const mailTest = z.object({
  outcome: z.enum(['accepted', 'refused', 'later', 'unsure']),
  /** Our code if there is no response. */
  code: z.string().nullable(),
  answer: z.string().nullable(),
  to: z.string(),
  /** Number of recently failed mails due to the mail server, if it accepted this one. */
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

/** Filters of a scheduled report; the days follow from the schedule. */
const mailParams = z.strictObject(reportNarrowing);
export type MailParams = z.output<typeof mailParams>;

/** A recipient: a user, or an external address with its language. */
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
  /** Name of the report; null for a digest. */
  report: z.string().max(60).nullable(),
  params: mailParams,
  every: z.enum(cadences),
  /** Weekday (1 is Monday) for weekly, day of the month for monthly; else null. */
  on: z.int().min(1).max(31).nullable(),
  at: timeOfDay,
  timezone,
  onlyWithRows: z.boolean(),
  withFile: z.boolean(),
  isActive: z.boolean(),
};

/** A mail schedule with its recipients. */
export const mailSchedule = z.object({
  _id: z.string(),
  ...scheduleFields,
  owner: z.string(),
  ownerName: z.string(),
  recipients: z.array(recipient),
  /** Null while it is paused, or mail isn't set up. */
  nextDue: z.string().nullable(),
  lastDue: z.string().nullable(),
  /** Number of mails of the last run that failed or are uncertain. */
  problems: z.number(),
  /** Whether the caller receives it, and may change it. */
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

/** One mail in the log. */
export const mail = z.object({
  _id: z.string(),
  createdAt: z.string(),
  kind: z.enum(mailKinds),
  to: z.string(),
  address: z.string().nullable(),
  subject: z.string().nullable(),
  state: z.enum(mailStates),
  reason: z.string().nullable(),
  /** Last response of the mail server. */
  answer: z.string().nullable(),
  attempts: z.number(),
  /** Next attempt. */
  nextAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The days that it covers. */
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  missed: z.number(),
  version: z.number(),
});
export type Mail = z.output<typeof mail>;

/** Resends all mails that failed for one reason. */
export const resendMailsInput = z.strictObject({ reason: z.enum(mailReasons) });
export const resentMails = z.object({ again: z.number() });

/** Newest first. */
export const mailLogQueryParams = z.object(pageQuery(50)).pick({ limit: true, page: true });

/** A preview of the mail as it would be sent to the caller now. */
export const mailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
});
export type MailPreview = z.output<typeof mailPreview>;

/** A possible recipient. */
export const mailPerson = z.object({ _id: z.string(), name: z.string() });

/** Reports and recipients that the caller can schedule. */
export const mailChoices = z.object({
  isSetUp: z.boolean(),
  reports: z.array(z.object({ name: z.string(), by: z.array(z.string()), isExternal: z.boolean() })),
  people: z.array(mailPerson),
  mayNameAddresses: z.boolean(),
});
export type MailChoices = z.output<typeof mailChoices>;

export const unsubscribeQueryParams = z.object({ token: z.string().max(64) });

/** Mails a purchase order to the supplier's address. */
export const mailPurchaseInput = z.strictObject({
  language: z.enum(mailLanguages),
  note: text(1000).optional(),
});

/** Whether mail is set up, the address of a document, and the mails already sent. */
export const documentMails = z.object({
  isSetUp: z.boolean(),
  address: z.string().nullable(),
  mails: z.array(mail),
});
export type DocumentMails = z.output<typeof documentMails>;
