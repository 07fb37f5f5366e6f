import { z } from 'zod';
import { getMailFailureMessages } from '../failure-texts.ts';
import { isMailProblem } from '../states.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import type { MailRow, MailScheduleRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { MailLocale } from './formats.ts';
import type { MailContent } from './layout.ts';
import { MailSkippedError } from './mail-skipped-error.ts';
import { buildDashboardLink, type StoredMailSettings } from './settings.ts';

/** Recipient of a notice; its links lead to pages that the recipient may open. */
interface Addressee {
  actor: Actor;
  name: string;
}

const schedulePages = ['/reports/scheduled', '/branch-order/reports/scheduled'];
/** The pages that the dashboard's purchase order links lead to. */
const purchasePages = [
  '/procurements/creation/review/orders',
  '/inventory/purchases',
  '/branch-order/inventory-control/purchases',
];

const findFirstOpenPage = (actor: Actor, pages: readonly string[]): string =>
  pages.find((page) => canOpenPage(actor, page)) ?? pages[0] ?? '/';

/** Describes why an email failed, including the mail server's response. */
function describeFailure(
  { reason, serverResponse }: Pick<MailRow, 'reason' | 'serverResponse'>,
  { language, texts }: MailLocale,
): string {
  const serverText =
    serverResponse === null
      ? ''
      : (getMailFailureMessages(language)[serverResponse] ?? texts.serverResponse(serverResponse));
  return [reason === null ? '' : texts.reasons[reason], serverText].filter((text) => text !== '').join(' ');
}

/** Notice to the owner of a schedule about failed deliveries: recipients, reasons and server responses. */
export async function composeNotice(
  db: Queryable,
  settings: StoredMailSettings,
  { mail, schedule, to }: { mail: MailRow; schedule: MailScheduleRow; to: Addressee },
  locale: MailLocale,
): Promise<MailContent> {
  const { texts, formats } = locale;
  const rows = await db
    .selectFrom('emails')
    .selectAll()
    .where('runId', '=', mail.runId ?? '')
    .where('kind', '!=', 'notice')
    .orderBy('_id')
    .execute();
  const problems = rows.filter(({ state, reason }) => isMailProblem(state, reason));
  if (problems.length === 0) throw new MailSkippedError('deleted');
  const days = texts.days(formats.day(mail.fromDay ?? ''), formats.day(mail.toDay ?? ''));
  return {
    subject: texts.noticeSubject(schedule.name),
    attachments: [],
    blocks: [
      { kind: 'text', text: texts.greeting(to.name) },
      { kind: 'text', text: texts.notice(schedule.name, days) },
      {
        kind: 'details',
        details: problems.map(({ toName, address, reason, serverResponse }) => [
          toName ?? address ?? '',
          describeFailure({ reason, serverResponse }, locale),
        ]),
      },
      {
        kind: 'link',
        text: texts.log,
        url: buildDashboardLink(settings, findFirstOpenPage(to.actor, schedulePages), {
          schedule: schedule._id,
        }),
        note: texts.signIn,
      },
    ],
  };
}

/** Notice that a purchase order wasn't delivered to its supplier, with the reason. */
export async function composeUndeliveredNotice(
  db: Queryable,
  settings: StoredMailSettings,
  { mail, to }: { mail: MailRow; to: Addressee },
  locale: MailLocale,
): Promise<MailContent> {
  const { texts } = locale;
  const { mailId } = undeliveredPayload.parse(JSON.parse(mail.payload));
  const failedMail = await db.selectFrom('emails').selectAll().where('_id', '=', mailId).executeTakeFirst();
  const order = await db
    .selectFrom('purchaseOrders')
    .select(['_id', 'number'])
    .where('_id', '=', mail.docId ?? '')
    .executeTakeFirst();
  if (!failedMail || !order || !isMailProblem(failedMail.state, failedMail.reason))
    throw new MailSkippedError('deleted');
  const subject = texts.purchaseUndelivered(order.number, failedMail.toName ?? '');
  return {
    subject,
    attachments: [],
    blocks: [
      { kind: 'text', text: texts.greeting(to.name) },
      { kind: 'text', text: `${subject}.` },
      { kind: 'details', details: [[failedMail.address ?? '', describeFailure(failedMail, locale)]] },
      {
        kind: 'link',
        text: texts.openOrder,
        url: buildDashboardLink(settings, findFirstOpenPage(to.actor, purchasePages), { row: order._id }),
        note: texts.signIn,
      },
    ],
  };
}

const undeliveredPayload = z.object({ mailId: z.string() });
