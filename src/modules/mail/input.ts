import { cadences } from './cadence.ts';
import { isMailPort, mailLanguages, mailReasons, mailContentTypes, smtpSecurities } from './states.ts';
import { z } from 'zod';
import { pageQuery, text } from '#platform/shapes/numbers.ts';
import { reportFilters } from '#modules/reports/input.ts';
import { email } from '#modules/people/user-input.ts';

/** A name for an email header: one line without characters that have a special meaning there. */
const headerName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(120, 'At most 120 characters')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}<>"]/u.test(name), 'Use one line without < > or quotation marks');

/** An email address in ASCII, safe in headers and SMTP commands. */
const address = email.refine((text) => /^[\x21-\x7e]+$/.test(text), 'Enter an email address');

/** A host name or IP address, without characters that could be misinterpreted in commands or addresses. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter some text')
  .max(253, 'At most 253 characters')
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]+)$/, 'Enter a host name like mail.example.com');

/** Public URL of the dashboard, for links in emails. */
const dashboardUrl = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .regex(
    /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
    'Enter an address like https://commissary.example.com',
  );

/**
 * Replaces all settings. If the password is omitted, the stored one is kept as long as host and user are
 * unchanged.
 */
export const mailSettingsInput = z.strictObject({
  host: host.nullable(),
  port: z.number().refine(isMailPort, 'Enter the port of a mail server: 25, 465, 587, or above 1023'),
  security: z.enum(smtpSecurities),
  user: text(200),
  password: z.string().max(500, 'At most 500 characters').nullable().optional(),
  senderName: headerName,
  senderAddress: address,
  dashboardUrl,
  externalReports: z.array(z.string().max(60)).max(100),
});
export type MailSettingsInput = z.output<typeof mailSettingsInput>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 07:30');

const timezone = z.string().max(60).refine(isTimezone, 'Enter a time zone like Europe/London');

function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}

/** Filters of a scheduled report; the days are derived from the schedule. */
const mailParams = z.strictObject(reportFilters);
export type MailParams = z.output<typeof mailParams>;

/** A recipient: a user, or an external address with its preferred language. */
const recipientInput = z.union([
  z.strictObject({ userId: z.string().min(1).max(64) }),
  z.strictObject({ address, language: z.enum(mailLanguages) }),
]);

const scheduleFields = {
  name: headerName,
  contentType: z.enum(mailContentTypes),
  /** Name of the report; null for a digest. */
  report: z.string().max(60).nullable(),
  params: mailParams,
  cadence: z.enum(cadences),
  /** Day of the week (1 is Monday) for weekly emails, day of the month for monthly ones; otherwise null. */
  sendDay: z.int().min(1).max(31).nullable(),
  sendTime: timeOfDay,
  timezone,
  onlyWithRows: z.boolean(),
  withFile: z.boolean(),
  isActive: z.boolean(),
};

export const mailScheduleInput = z
  .strictObject({
    ...scheduleFields,
    recipients: z.array(recipientInput).min(1, 'Choose a recipient').max(50),
  })
  .refine(
    ({ cadence, sendDay }) =>
      (cadence !== 'week' || (sendDay ?? 0) <= 7) &&
      (sendDay !== null) === (cadence === 'week' || cadence === 'month'),
    {
      error: 'Choose a day',
      path: ['sendDay'],
    },
  )
  .refine(({ contentType, report }) => (contentType === 'report') === (report !== null), {
    error: 'Choose a report',
    path: ['report'],
  });
export type MailScheduleInput = z.output<typeof mailScheduleInput>;

/** Resends all emails that failed for one reason. */
export const resendMailsInput = z.strictObject({ reason: z.enum(mailReasons) });

/** Newest first. */
export const mailLogQueryParams = z.object(pageQuery(50)).pick({ limit: true, page: true });

export const unsubscribeQueryParams = z.object({ token: z.string().max(64) });

/** Emails a purchase order to the supplier's address. */
export const mailPurchaseInput = z.strictObject({
  language: z.enum(mailLanguages),
  note: text(1000).optional(),
  /** Whether to skip the request if an email has been queued or sent since the order was sent. */
  unlessSent: z.boolean().default(false),
});
