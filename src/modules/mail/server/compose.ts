import type { MailParams } from '../input.ts';
import type { Cadence } from '../cadence.ts';
import { type MailLanguage, mailLanguages } from '../states.ts';
import { type Actor, hasAllLocations, canRead, canWrite, getScope } from '#core/permissions.ts';
import type { ReportName } from '#modules/reports/report-shapes.ts';
import { getReportStrings } from '#modules/reports/strings.ts';
import { localDate } from '#core/cutoff.ts';
import type { MailRecipientRow, MailRow, MailScheduleRow, UserRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { toActor, withFranchise } from '#platform/server/http/session.ts';
import type { OutgoingMail } from '#platform/server/jobs/mailer.ts';
import { findMissingViewReferences } from '#modules/reports/server/views.ts';
import { readBaseCurrencyCode } from '#modules/people/server/users/present.ts';
import { computeDigest } from './digest.ts';
import { createMailFormats, type MailLocale, getMailMessages } from './formats.ts';
import { type MailBlock, type MailContent, renderMail } from './layout.ts';
import { documentMailPayload } from './mails.ts';
import { composeNotice, composeUndeliveredNotice } from './notice.ts';
import { MailSkippedError } from './mail-skipped-error.ts';
import { composePurchaseOrder } from './purchase.ts';
import {
  getMailedReportDays,
  buildReportAttachment,
  hasDayRange,
  buildLiveReportLink,
  canReadMailedReport,
  maxAttachmentBytes,
  runMailedReport,
  buildReportTable,
} from './report.ts';
import { buildDashboardLink, type StoredMailSettings } from './settings.ts';
import { type UserMailContent, userMailContents } from './user-mails.ts';

/** Recipient of an email, with the permissions that limit its content. */
interface MailReader {
  actor: Actor;
  name: string;
  address: string;
  language: MailLanguage;
  /** The schedule's recipient row, for the unsubscribe link; null for other readers. */
  recipient: MailRecipientRow | null;
}

/** Context for composing any kind of email. */
interface ComposeContext {
  db: Queryable;
  settings: StoredMailSettings;
  now: Date;
  maxFileBytes: number;
}

/**
 * Composes an email with the reader's current scope, permissions and language.
 *
 * @throws MailSkippedError if the reader may no longer receive the email or there is nothing to report
 */
export async function composeMail(
  db: Queryable,
  mail: MailRow,
  settings: StoredMailSettings,
  now: Date,
  maxFileBytes = maxAttachmentBytes,
): Promise<OutgoingMail> {
  const context = { db, settings, now, maxFileBytes };
  if (mail.kind === 'document') return composeDocumentMail(context, mail);
  if (mail.kind === 'recall') return composeUserMail(context, mail, userMailContents[mail.kind]);
  if (mail.kind === 'notice' && mail.docId !== null)
    return composeUserMail(context, mail, composeUndeliveredNotice);
  const schedule = await findSchedule(db, mail.scheduleId);
  if (!schedule) throw new MailSkippedError('deleted');
  const reader = await loadReader(context, mail, schedule);
  const content =
    mail.kind === 'notice'
      ? await composeNotice(
          db,
          settings,
          { mail, schedule, to: reader },
          await loadLocale(db, reader, schedule.timezone),
        )
      : schedule.contentType === 'digest'
        ? await composeDigest(context, schedule, reader, mail)
        : await composeReport(context, schedule, reader, mail);
  return toOutgoingMail(mail, reader, content, settings);
}

function toOutgoingMail(
  mail: MailRow,
  reader: MailReader,
  content: MailContent,
  settings: StoredMailSettings,
): OutgoingMail {
  const { recipient } = reader;
  return {
    to: { name: reader.name, address: reader.address },
    subject: content.subject,
    ...renderMail(content.blocks, reader.language),
    messageId: `${mail.messageId}@${settings.senderAddress.split('@').at(-1) ?? ''}`,
    attachments: content.attachments,
    ...(recipient && mail.kind !== 'notice' && { unsubscribeUrl: buildUnsubscribeLink(settings, recipient) }),
  };
}

const buildUnsubscribeLink = (settings: StoredMailSettings, { token }: MailRecipientRow) =>
  buildDashboardLink(settings, '/api/mail/unsubscribe', { token });

/** Returns the language of a user; English if they never chose one. */
export const getMailLanguage = (row: Pick<UserRow, 'language'> | undefined): MailLanguage =>
  mailLanguages.find((mailLanguage) => mailLanguage === row?.language) ?? 'en';

async function loadReader(
  { db, settings }: ComposeContext,
  mail: MailRow,
  schedule: MailScheduleRow,
): Promise<MailReader> {
  const recipient = await findRecipient(db, mail, schedule);
  if (mail.recipientId !== null && !recipient) throw new MailSkippedError('deleted');
  // Unsubscribed recipients still get test emails that they request and notices about their own schedules.
  if (mail.recipientId !== null && recipient?.unsubscribedAt) throw new MailSkippedError('unsubscribed');
  // Emails waiting for the mail server are skipped once the schedule is paused, unless a user resends them.
  if (mail.recipientId !== null && mail.resendCount === 0 && schedule.isActive === 0)
    throw new MailSkippedError('paused');
  if (mail.userId === null) return loadExternalReader(db, settings, mail, schedule, recipient);
  const user = await db.selectFrom('users').selectAll().where('_id', '=', mail.userId).executeTakeFirst();
  if (user?.isActive !== 1) throw new MailSkippedError('suspended');
  return {
    actor: await withFranchise(db, toActor(user)),
    name: user.name,
    address: user.email,
    language: getMailLanguage(user),
    recipient,
  };
}

/** Returns the recipient of an email. A user who sends a test email may be a recipient, too. */
async function findRecipient(
  db: Queryable,
  mail: MailRow,
  { _id }: MailScheduleRow,
): Promise<MailRecipientRow | null> {
  const recipients = db.selectFrom('mailRecipients').selectAll().where('scheduleId', '=', _id);
  const recipient =
    mail.recipientId === null
      ? await recipients.where('userId', '=', mail.userId ?? '').executeTakeFirst()
      : await recipients.where('_id', '=', mail.recipientId).executeTakeFirst();
  return recipient ?? null;
}

/**
 * Returns the reader for an external address. It has the permissions of the schedule's owner, who must be an
 * active administrator, and gets only reports that are released for external recipients.
 */
async function loadExternalReader(
  db: Queryable,
  settings: StoredMailSettings,
  mail: MailRow,
  { owner, contentType, report }: MailScheduleRow,
  recipient: MailRecipientRow | null,
): Promise<MailReader> {
  const row = await db.selectFrom('users').selectAll().where('_id', '=', owner).executeTakeFirst();
  const actor = row?.isActive === 1 ? await withFranchise(db, toActor(row)) : null;
  const isReleased = contentType === 'report' && settings.externalReports.includes(report ?? '');
  if (!recipient?.address || !actor || !canMailExternally(actor) || !isReleased)
    throw new MailSkippedError('not-external');
  return {
    actor,
    name: mail.toName ?? recipient.address,
    address: recipient.address,
    language: recipient.language ?? 'en',
    recipient,
  };
}

/** Returns whether a user may schedule emails to external addresses. */
export const canMailExternally = (actor: Actor): boolean =>
  hasAllLocations(actor) && canWrite(actor, 'mail-schedules', 'canEdit');

/** Converts a schedule row to its cadence. */
export const toCadence = ({ cadence, sendDay, sendTime, timezone }: MailScheduleRow): Cadence => ({
  cadence,
  sendDay,
  sendTime,
  timezone,
});

const findSchedule = (db: Queryable, id: string | null): Promise<MailScheduleRow | undefined> =>
  db
    .selectFrom('mailSchedules')
    .selectAll()
    .where('_id', '=', id ?? '')
    .executeTakeFirst();

/** Loads a reader's strings and number formats, with the schedule's time zone. */
async function loadLocale(
  db: Queryable,
  { language }: Pick<MailReader, 'language'>,
  timezone: string,
): Promise<MailLocale> {
  return {
    language,
    texts: getMailMessages(language),
    formats: createMailFormats(language, await readBaseCurrencyCode(db), timezone),
  };
}

async function composeReport(
  { db, settings, now, maxFileBytes }: ComposeContext,
  schedule: MailScheduleRow,
  reader: MailReader,
  mail: MailRow,
): Promise<MailContent> {
  const { actor, language, recipient } = reader;
  const params = JSON.parse(schedule.params) as MailParams;
  const report = schedule.report ?? '';
  if (!canReadMailedReport(actor, report, params) || getScope(actor).kind === 'none')
    throw new MailSkippedError('out-of-scope');
  if ((await findMissingViewReferences(db, params)).length > 0) throw new MailSkippedError('filter-deleted');
  const today = localDate(now, schedule.timezone);
  const window = { from: mail.fromDay ?? '', to: mail.toDay ?? '' };
  const mailedReport = await runMailedReport(db, report, params, window, {
    actor,
    now,
    today,
    prefersAltName: language !== 'en',
  });
  if (mailedReport.total === 0 && schedule.onlyWithRows === 1 && mail.kind !== 'test')
    throw new MailSkippedError('no-rows');
  const locale = await loadLocale(db, reader, schedule.timezone);
  const { texts, formats } = locale;
  const title = getReportStrings(language).names[report as ReportName] ?? report;
  const reportDays = getMailedReportDays(mailedReport, today);
  const days = texts.days(formats.day(reportDays.from), formats.day(reportDays.to));
  const hasFile = schedule.withFile === 1 && mailedReport.total > 0;
  const file = hasFile ? await buildReportAttachment(mailedReport, reportDays, language, maxFileBytes) : null;
  const liveLink = buildLiveReportLink(actor, mailedReport);
  return {
    subject: `${schedule.name}: ${title}, ${days}`,
    attachments: file ? [file] : [],
    blocks: [
      { kind: 'text', text: texts.greeting(reader.name) },
      { kind: 'heading', text: `${title} · ${days}` },
      ...buildMissedBlock(mail, locale, hasDayRange(mailedReport.params)),
      ...buildReportTable(mailedReport, locale),
      ...(hasFile ? [{ kind: 'text' as const, text: file ? texts.attached : texts.tooLarge }] : []),
      // External recipients can't open the dashboard.
      ...(mail.userId === null
        ? []
        : [
            {
              kind: 'link' as const,
              text: texts.open,
              url: buildDashboardLink(settings, liveLink.path, liveLink.search),
              note: texts.signIn,
            },
          ]),
      await buildFooterBlock(db, settings, schedule, recipient, locale),
    ],
  };
}

async function composeDigest(
  { db, settings, now }: ComposeContext,
  schedule: MailScheduleRow,
  reader: MailReader,
  mail: MailRow,
): Promise<MailContent> {
  const { actor, recipient } = reader;
  if (!canReadDigest(actor)) throw new MailSkippedError('out-of-scope');
  const today = localDate(now, schedule.timezone);
  const days = { from: mail.fromDay ?? today, to: mail.toDay ?? today };
  const digest = await computeDigest(db, actor, today, days, now);
  if (digest.length === 0 && schedule.onlyWithRows === 1 && mail.kind !== 'test')
    throw new MailSkippedError('no-rows');
  const locale = await loadLocale(db, reader, schedule.timezone);
  const { texts, formats } = locale;
  return {
    subject: texts.digestSubject(formats.day(today)),
    attachments: [],
    blocks: [
      { kind: 'text', text: texts.greeting(reader.name) },
      { kind: 'heading', text: `${texts.digest} · ${formats.day(today)}` },
      ...buildMissedBlock(mail, locale, true),
      digest.length === 0
        ? { kind: 'text', text: texts.noTasks }
        : {
            kind: 'lines',
            lines: digest.map(({ line, count, link }) => ({
              text: texts.digestLines[line],
              value: formats.count(count),
              url: link && buildDashboardLink(settings, link.path, link.search),
            })),
          },
      await buildFooterBlock(db, settings, schedule, recipient, locale),
    ],
  };
}

/**
 * Returns whether a user may get a digest. It covers orders, approvals, stock and discrepancies; reading any
 * of them is enough.
 */
export const canReadDigest = (actor: Actor): boolean =>
  getScope(actor).kind !== 'none' &&
  (['orders', 'purchase-orders', 'stock', 'discrepancies'] as const).some((collection) =>
    canRead(actor, collection),
  );

/** Reports that earlier emails were missed, and whether this one covers their days. */
const buildMissedBlock = (
  { missed }: MailRow,
  { texts, formats }: MailLocale,
  hasDays: boolean,
): MailBlock[] =>
  missed > 0
    ? [
        {
          kind: 'text',
          text: [texts.missed(missed, formats.count(missed)), ...(hasDays ? [texts.missedDays] : [])].join(
            ' ',
          ),
        },
      ]
    : [];

async function buildFooterBlock(
  db: Queryable,
  settings: StoredMailSettings,
  schedule: MailScheduleRow,
  recipient: MailRecipientRow | null,
  { texts, formats }: MailLocale,
): Promise<MailBlock> {
  const owner = await db
    .selectFrom('users')
    .select('name')
    .where('_id', '=', schedule.owner)
    .executeTakeFirst();
  const { cadence, sendDay, sendTime } = schedule;
  const day = sendDay === null ? '' : cadence === 'week' ? formats.weekday(sendDay) : formats.count(sendDay);
  return {
    kind: 'small',
    text: texts.sentBecause(
      owner?.name ?? '',
      schedule.name,
      `${texts.cadences[cadence](sendTime, day)} (${schedule.timezone})`,
    ),
    ...(recipient && { link: { text: texts.unsubscribe, url: buildUnsubscribeLink(settings, recipient) } }),
  };
}

/** Composes an email to a user about a document. */
async function composeUserMail(
  context: ComposeContext,
  mail: MailRow,
  compose: UserMailContent,
): Promise<OutgoingMail> {
  const { db, settings } = context;
  const reader = await loadUserReader(context, mail);
  const content = await compose(db, settings, { mail, to: reader }, await loadLocale(db, reader, 'UTC'));
  return toOutgoingMail(mail, reader, content, settings);
}

/**
 * Returns the reader of an email that has no schedule.
 *
 * @throws MailSkippedError for a suspended user
 */
async function loadUserReader({ db }: ComposeContext, { userId }: MailRow): Promise<MailReader> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('_id', '=', userId ?? '')
    .executeTakeFirst();
  if (user?.isActive !== 1) throw new MailSkippedError('suspended');
  return {
    actor: await withFranchise(db, toActor(user)),
    name: user.name,
    address: user.email,
    language: getMailLanguage(user),
    recipient: null,
  };
}

/** Composes the email with a purchase order for the supplier, using the sender's permissions. */
async function composeDocumentMail({ db, settings }: ComposeContext, mail: MailRow): Promise<OutgoingMail> {
  const { language, note, by } = documentMailPayload.parse(JSON.parse(mail.payload));
  const user = await db.selectFrom('users').selectAll().where('_id', '=', by).executeTakeFirst();
  if (user?.isActive !== 1) throw new MailSkippedError('suspended');
  const locale = await loadLocale(db, { language }, 'UTC');
  const content = await composePurchaseOrder(
    db,
    { purchaseId: mail.docId ?? '', sender: await withFranchise(db, toActor(user)), note },
    locale,
  ).catch((error: unknown) => {
    if (error instanceof ApiProblem) throw new MailSkippedError('out-of-scope');
    throw error;
  });
  // The order may have been cancelled while the email was waiting.
  if (!content.isOpen) throw new MailSkippedError('withdrawn');
  const address = mail.address ?? '';
  return {
    to: { name: mail.toName ?? address, address },
    replyTo: { name: user.name, address: user.email },
    subject: content.subject,
    ...renderMail(content.blocks, language),
    messageId: `${mail.messageId}@${settings.senderAddress.split('@').at(-1) ?? ''}`,
    attachments: [
      ...content.attachments,
      {
        filename: `${content.fileName}.html`,
        contentType: 'text/html; charset=utf-8',
        content: renderMail(content.print, language).html,
      },
    ],
  };
}
