import { listOf } from '#platform/shapes/shape.ts';
import { mailLogQueryParams, resendMailsInput, mailScheduleInput } from '../input.ts';
import { mailSchedule } from '../shapes.ts';
import { mail, mailChoices, mailPreview, resentMails } from '../shapes.ts';
import { toSchedule, getMailWindow } from '../cadence.ts';
import type { Actor } from '#core/permissions.ts';
import { lastDue } from '#core/schedule.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { MailScheduleRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { forbidden, notFound, problem, stale } from '#platform/server/http/problems.ts';
import { type ExistsContext, readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { readFailedMails, resendMail, resendMails } from './resend.ts';
import { toCadence, composeMail } from './compose.ts';
import { setUnsubscribed } from './set-unsubscribed.ts';
import { sendMail } from './jobs.ts';
import { listMails, toMail } from './log.ts';
import { insertMails, mailKey, type NewMail } from './mails.ts';
import {
  changeSchedule,
  listChoices,
  createSchedule,
  canChangeSchedule,
  presentSchedule,
  removeSchedule,
  listVisibleSchedules,
  findVisibleSchedule,
} from './schedules.ts';
import { MailSkippedError } from './mail-skipped-error.ts';
import { assertMailActive, readMailSettings } from './settings.ts';

const access = (flag: 'canView' | 'canCreate' | 'canEdit' | 'canDelete') =>
  ({ kind: 'collection', collection: 'mail-schedules', flag }) as const;

const exists = async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
  (await findVisibleSchedule(db, actor, params['id'] ?? '')) !== null;

/**
 * Returns a schedule that the actor may change.
 *
 * @throws ApiProblem 403 if the actor is only a recipient
 */
async function findChangeableSchedule(
  db: Queryable,
  actor: Actor,
  id: string | undefined,
): Promise<MailScheduleRow> {
  const row = await findVisibleSchedule(db, actor, id ?? '');
  if (!row) throw notFound();
  if (!canChangeSchedule(actor, row)) throw forbidden();
  return row;
}

/** Locks and returns a schedule that the actor may change, so that concurrent changes are serialized. */
async function lockSchedule(tx: Tx, actor: Actor, id: string | undefined): Promise<MailScheduleRow> {
  const row = await tx
    .selectFrom('mailSchedules')
    .selectAll()
    .where('_id', '=', id ?? '')
    .$call(tx.lock)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (!canChangeSchedule(actor, row)) throw forbidden();
  return row;
}

/** Builds a test email to the user, with the content of the last scheduled time. */
function buildTestMail(schedule: MailScheduleRow, actor: Actor, now: Date): NewMail {
  const cadence = toCadence(schedule);
  const window = getMailWindow(cadence, lastDue(toSchedule(cadence), now.getTime()), null);
  return {
    kind: 'test',
    scheduleId: schedule._id,
    runId: null,
    recipientId: null,
    userId: actor._id,
    toName: actor.name,
    address: null,
    fromDay: window.from,
    toDay: window.to,
    missed: 0,
  };
}

const blankMail = {
  _id: '',
  createdAt: '',
  version: 1,
  state: 'waiting' as const,
  subject: null,
  messageId: '',
  reason: null,
  serverResponse: null,
  attempts: 0,
  resendCount: 0,
  endedAt: null,
};

export const mailScheduleRoutes: Route[] = [
  readRoute({
    path: '/mail-schedules',
    access: access('canView'),
    summary: 'Email schedules that the caller owns or is a recipient of; all schedules for head office',
    response: listOf(mailSchedule),
    run: async ({ db, actor, now }) => ({
      status: 200,
      body: await listVisibleSchedules(db, requireActor(actor), now),
    }),
  }),
  readRoute({
    path: '/mail-schedules/choices',
    access: access('canView'),
    summary: 'Reports and recipients that the caller can choose',
    response: mailChoices,
    run: async ({ db, actor }) => ({ status: 200, body: await listChoices(db, requireActor(actor)) }),
  }),
  readRoute({
    path: '/mail-schedules/:id',
    access: access('canView'),
    summary: 'One schedule',
    response: mailSchedule,
    exists,
    async run({ db, actor, params, now }) {
      const row = await findVisibleSchedule(db, requireActor(actor), params['id'] ?? '');
      if (!row) throw notFound();
      return {
        status: 200,
        body: await presentSchedule(db, requireActor(actor), row, now),
        version: Number(row.version),
      };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/mail-schedules',
    access: access('canCreate'),
    summary: 'Schedules a report or digest that the caller may read, for users whom the caller can see',
    body: mailScheduleInput,
    response: mailSchedule,
    async run({ db, actor, body, now, audit }) {
      const row = await createSchedule(db, requireActor(actor), body, now);
      const presented = await presentSchedule(db, requireActor(actor), row, now);
      await audit({ action: 'create', entity: 'mail-schedules', id: row._id, after: presented });
      return { status: 201, body: presented, version: Number(row.version) };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/mail-schedules/:id',
    access: access('canEdit'),
    summary: 'Changes a schedule. A new cadence, or the end of a pause, starts with the next scheduled time.',
    body: mailScheduleInput,
    response: mailSchedule,
    exists,
    async run({ db, actor, params, body, ifMatch, now, audit }) {
      const row = await lockSchedule(db, requireActor(actor), params['id']);
      const before = await presentSchedule(db, requireActor(actor), row, now);
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      const changed = await changeSchedule(db, requireActor(actor), row, body, now);
      const after = await presentSchedule(db, requireActor(actor), changed, now);
      await audit({ action: 'edit', entity: 'mail-schedules', id: row._id, before, after });
      return { status: 200, body: after, version: after.version };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/mail-schedules/:id',
    access: access('canDelete'),
    summary: 'Removes a schedule',
    exists,
    async run({ db, actor, params, ifMatch, now, audit }) {
      const row = await lockSchedule(db, requireActor(actor), params['id']);
      const before = await presentSchedule(db, requireActor(actor), row, now);
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      await removeSchedule(db, row);
      await audit({ action: 'delete', entity: 'mail-schedules', id: row._id, before });
      return { status: 204 };
    },
  }),
  readRoute({
    path: '/mail-schedules/:id/preview',
    isLong: () => true,
    access: access('canView'),
    summary: 'Preview of the email that the caller would receive now',
    response: mailPreview,
    exists,
    async run({ db, actor, params, now }) {
      const schedule = await findVisibleSchedule(db, requireActor(actor), params['id'] ?? '');
      if (!schedule) throw notFound();
      const testMail = buildTestMail(schedule, requireActor(actor), now);
      try {
        const composed = await composeMail(
          db,
          { ...blankMail, ...testMail, docId: null, payload: '{}' },
          await readMailSettings(db),
          now,
        );
        const { subject, html, text, attachments } = composed;
        return {
          status: 200,
          body: { subject, html, text, attachments: attachments.map(({ filename }) => filename) },
        };
      } catch (error) {
        if (!(error instanceof MailSkippedError)) throw error;
        if (error.reason === 'filter-deleted') throw problem('NOT_EDITABLE', refusal('mail-filter-deleted'));
        throw forbidden(refusal('mail-report-not-yours'));
      }
    },
  }),
  writeRoute({
    method: 'post',
    path: '/mail-schedules/:id/send',
    access: access('canView'),
    summary: 'Emails the content of the last scheduled time to the caller only. 409 if email is not set up.',
    response: mail,
    exists,
    async run({ db, actor, params, now, enqueue: queue }) {
      const schedule = await findVisibleSchedule(db, requireActor(actor), params['id'] ?? '');
      if (!schedule) throw notFound();
      assertMailActive(await readMailSettings(db));
      const [mailRow] = await insertMails(db, [buildTestMail(schedule, requireActor(actor), now)], now);
      if (!mailRow) throw notFound();
      await queue(sendMail, { mailId: mailRow._id }, { key: mailKey(mailRow) });
      return { status: 201, body: toMail(mailRow, null) };
    },
  }),
  readRoute({
    path: '/mail-schedules/:id/emails',
    access: access('canView'),
    summary: 'Email log of a schedule, newest first, with the responses of the mail server',
    query: mailLogQueryParams,
    response: listOf(mail),
    exists,
    async run({ db, actor, params, query }) {
      const { _id } = await findChangeableSchedule(db, requireActor(actor), params['id']);
      const { rows, total } = await listMails(db, _id, query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/mail-schedules/:id/emails/:email/retry',
    access: access('canEdit'),
    summary: 'Resends an email that failed or is unconfirmed; otherwise 409.',
    response: mail,
    exists,
    async run({ db, actor, params, ifMatch, audit, enqueue }) {
      await findChangeableSchedule(db, requireActor(actor), params['id']);
      const row = await db
        .selectFrom('emails')
        .selectAll()
        .where('_id', '=', params['email'] ?? '')
        .where('scheduleId', '=', params['id'] ?? '')
        .$call(db.lock)
        .executeTakeFirst();
      if (!row) throw notFound();
      if (ifMatch !== null && ifMatch !== Number(row.version)) throw stale(toMail(row, null));
      if (row.state !== 'failed' && row.state !== 'unconfirmed')
        throw problem('NOT_EDITABLE', refusal('mail-not-resendable'));
      const resent = await resendMail({ db, enqueue }, row);
      await audit({
        action: 'retry',
        entity: 'mail-schedules',
        id: row.scheduleId,
        before: { state: row.state, to: row.toName ?? row.address },
        after: { state: resent.state },
      });
      return { status: 200, body: toMail(resent, null), version: resent.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/mail-schedules/:id/emails/retry',
    access: access('canEdit'),
    summary: 'Resends all emails of a schedule that failed for one reason; returns their number',
    body: resendMailsInput,
    response: resentMails,
    exists,
    async run({ db, actor, params, body: { reason }, audit, enqueue }) {
      const { _id } = await findChangeableSchedule(db, requireActor(actor), params['id']);
      const failed = await readFailedMails(db, _id, reason);
      return resendMails({ db, audit, enqueue }, failed, { entity: 'mail-schedules', id: _id, reason });
    },
  }),
  defineSubscriptionRoute('subscribe', 'Resubscribes the caller to the emails of a schedule', () => null),
  defineSubscriptionRoute(
    'unsubscribe',
    'Unsubscribes the caller from the emails of a schedule',
    (now) => now,
  ),
];

/** Builds a route for recipients to unsubscribe from a schedule or to resubscribe. */
function defineSubscriptionRoute(verb: string, summary: string, endedAt: (now: Date) => Date | null): Route {
  return writeRoute({
    method: 'post',
    success: [200],
    path: `/mail-schedules/:id/${verb}`,
    access: access('canView'),
    summary,
    response: mailSchedule,
    exists,
    async run({ db, actor, params, now }) {
      const user = requireActor(actor);
      const schedule = await findVisibleSchedule(db, user, params['id'] ?? '');
      if (!schedule) throw notFound();
      await setUnsubscribed(db, { scheduleId: schedule._id, userId: user._id }, endedAt(now));
      return { status: 200, body: await presentSchedule(db, user, schedule, now) };
    },
  });
}
