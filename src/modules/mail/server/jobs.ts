import { sql } from 'kysely';
import { z } from 'zod';
import { toSchedule } from '../cadence.ts';
import { isMailProblem, type MailReason, type MailState } from '../states.ts';
import { classifyDbError } from '#platform/server/db/failures.ts';
import type { MailRow } from '#platform/server/db/tables.ts';
import { getLongReader, type Queryable, type Reader, type Tx } from '#platform/server/db/types.ts';
import { defineJob, type JobContext, JobError } from '#platform/server/jobs/define-job.ts';
import type { OutgoingMail } from '#platform/server/jobs/mailer.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { scheduleJob, type ScheduledJob } from '#platform/server/jobs/schedules.ts';
import { toCadence, composeMail } from './compose.ts';
import { documentMailPayload, insertMails, mailKey, type NewMail } from './mails.ts';
import { MailSkippedError } from './mail-skipped-error.ts';
import { getActiveMailServer, getMailServer, readMailSettings } from './settings.ts';
import { findLastRun, computeScheduleWindow } from './window.ts';

/** Returns the name under which the last run of a schedule is stored. */
export const getScheduleName = (id: string): string => `mail ${id}`;

/** Returns the active schedules; none if mail isn't set up or is paused. */
export async function loadMailSchedules(db: Reader): Promise<ScheduledJob[]> {
  const rows = await db.selectFrom('mailSchedules').selectAll().where('isActive', '=', 1).execute();
  if (rows.length === 0 || getActiveMailServer(await readMailSettings(db)) === null) return [];
  return rows.map((row) =>
    scheduleJob({
      name: getScheduleName(row._id),
      schedule: toSchedule(toCadence(row)),
      job: mailDue,
      payload: (due) => ({ scheduleId: row._id, due: due.toISOString() }),
    }),
  );
}

/**
 * Creates and queues the emails of one scheduled time, one per recipient. The unique job key and the unique
 * run row prevent duplicates.
 */
export const mailDue = defineJob({
  kind: 'mail-due',
  ifLost: { scheduledKind: 'mail-due' },
  payload: z.strictObject({ scheduleId: z.string(), due: z.string() }),
  async run({ db, payload: { scheduleId, due }, now }) {
    await db.write(async (tx) => {
      const schedule = await tx
        .selectFrom('mailSchedules')
        .selectAll()
        .where('_id', '=', scheduleId)
        .$call(tx.lock)
        .executeTakeFirst();
      if (schedule?.isActive !== 1 || (await readMailSettings(tx)).pausedAt !== null) return;
      const lastRun = await findLastRun(tx, scheduleId);
      const window = computeScheduleWindow(schedule, lastRun, due);
      const isAlreadyReported =
        schedule.contentType === 'report' && lastRun !== null && lastRun.toDay >= window.to;
      const activeRecipients = await tx
        .selectFrom('mailRecipients')
        .selectAll()
        .where('scheduleId', '=', scheduleId)
        .where('unsubscribedAt', 'is', null)
        .orderBy('_id')
        .execute();
      const recipients = isAlreadyReported ? [] : activeRecipients;
      const runId = `${scheduleId} ${due}`;
      const claimed = await tx
        .insertInto('mailRuns')
        .values({
          _id: runId,
          scheduleId,
          due,
          createdAt: now().toISOString(),
          fromDay: window.from,
          toDay: window.to,
          missed: window.missed,
          emailCount: recipients.length,
          ended: 0,
        })
        .onConflict((conflict) => conflict.columns(['scheduleId', 'due']).doNothing())
        .returning('_id')
        .executeTakeFirst();
      if (!claimed) return;
      const names = await loadUserNames(tx, recipients);
      const mails = recipients.map(
        ({ _id, userId, address }): NewMail => ({
          kind: schedule.contentType,
          scheduleId,
          runId,
          recipientId: _id,
          userId,
          toName: userId === null ? address : (names.get(userId) ?? null),
          address,
          fromDay: window.from,
          toDay: window.to,
          missed: window.missed,
        }),
      );
      await queueMails(tx, mails, now());
    });
  },
});

/** Inserts emails and queues them for sending. */
export async function queueMails(tx: Tx, mails: readonly NewMail[], now: Date): Promise<MailRow[]> {
  const rows = await insertMails(tx, mails, now);
  for (const mail of rows) await enqueue(tx, sendMail, { mailId: mail._id }, { key: mailKey(mail), now });
  return rows;
}

async function loadUserNames(
  db: Queryable,
  recipients: readonly { userId: string | null }[],
): Promise<Map<string, string>> {
  const ids = recipients.flatMap(({ userId }) => userId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', ids).execute();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

/** Number of attempts to compose a report before its owner is notified. */
const maxComposeAttempts = 3;
const maxAttempts = 10;

/**
 * Sends one email, composing it again on each attempt. The email is marked before it is handed over to the
 * mail server. If the process dies in between, only a user can resend it, so that no one gets it twice.
 */
export const sendMail = defineJob({
  kind: 'mail',
  ifLost: { scheduledKind: 'mail-lost' },
  payload: z.strictObject({ mailId: z.string() }),
  maxAttempts,
  // Emails are sent one at a time, so that a slow mail server doesn't delay other jobs.
  maxConcurrency: 1,
  async run(ctx) {
    const mail = await findMail(ctx.db.read, ctx.payload.mailId);
    if (mail?.state === 'sending')
      return endMail(ctx, mail, { state: 'unconfirmed', reason: 'connection-lost', serverResponse: null });
    if (mail?.state !== 'waiting') return;
    const settings = await readMailSettings(ctx.db.read);
    // The email stays in state `waiting`; resuming mail queues it again.
    if (settings.pausedAt !== null) return;
    const server = getMailServer(settings);
    if (server === null)
      return endMail(ctx, mail, { state: 'skipped', reason: 'not-set-up', serverResponse: null });
    const composed = await tryCompose(ctx, mail, () =>
      composeMail(getLongReader(ctx.db, ctx.signal), mail, settings, ctx.now()),
    );
    if ('reason' in composed) return endMail(ctx, mail, composed);
    const attempts = mail.attempts + 1;
    const isClaimed = await markHandedOver(ctx, mail, composed.mail, attempts);
    if (!isClaimed) return;
    const { outcome, serverResponse, code } = await ctx.mailer.send(server, composed.mail, ctx.signal);
    const reply = serverResponse ?? code;
    if (outcome === 'accepted') return endMail(ctx, mail, { state: 'sent', reason: null, serverResponse });
    if (outcome === 'refused') {
      // Authentication failures aren't specific to this email; it can be resent unchanged once the settings
      // are fixed.
      const reason = code === 'not-signed-in' ? code : 'refused';
      return endMail(ctx, mail, { state: 'failed', reason, serverResponse: reply });
    }
    if (outcome === 'unconfirmed')
      return endMail(ctx, mail, { state: 'unconfirmed', reason: 'connection-lost', serverResponse: reply });
    // An attempt interrupted by a server shutdown doesn't count.
    if (ctx.attempt >= maxAttempts && !ctx.signal.aborted)
      return endMail(ctx, mail, { state: 'failed', reason: 'retries-exhausted', serverResponse: reply });
    await ctx.db.write((tx) =>
      tx
        .updateTable('emails')
        .set((on) => ({ state: 'waiting' as const, serverResponse: reply, version: on('version', '+', 1) }))
        .where('_id', '=', mail._id)
        .execute(),
    );
    throw new JobError('MAIL_LATER', 'The mail server is temporarily unavailable.');
  },
});

/**
 * Marks emails as failed if their process died at the last attempt or their job was deleted. They are
 * reported like other failures and can be resent.
 */
export const endLostMails = defineJob({
  kind: 'mail-lost',
  ifLost: { scheduledKind: 'mail-lost' },
  payload: z.strictObject({}),
  async run(ctx) {
    if ((await readMailSettings(ctx.db.read)).pausedAt !== null) return;
    const lostMails = await ctx.db.read
      .selectFrom('emails')
      .selectAll()
      .where('state', 'in', ['waiting', 'sending'])
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('jobs')
              .select('jobs._id')
              .where('jobs.key', '=', sql<string>`'mail ' || emails._id || ' ' || emails."resendCount"`)
              .where('jobs.state', 'in', ['waiting', 'running']),
          ),
        ),
      )
      .orderBy('_id')
      .execute();
    for (const mail of lostMails) {
      ctx.signal.throwIfAborted();
      await endMail(ctx, mail, {
        state: mail.state === 'sending' ? 'unconfirmed' : 'failed',
        reason:
          mail.state === 'sending'
            ? 'connection-lost'
            : Number(mail.attempts) === 0
              ? 'report-failed'
              : 'retries-exhausted',
        serverResponse: null,
      });
    }
  },
});

export const hourlyLostMails = scheduleJob({
  name: 'lost mails',
  schedule: { every: 'hour', minute: 37, timezone: 'UTC' },
  job: endLostMails,
  payload: () => ({}),
});

type SendContext = JobContext<{ mailId: string }>;

interface MailResult {
  state: MailState;
  reason: MailReason | null;
  serverResponse: string | null;
}

/**
 * Returns the composed email, or the reason for not sending it. Temporary failures are thrown and retried.
 */
async function tryCompose(
  ctx: SendContext,
  mail: MailRow,
  compose: () => Promise<OutgoingMail>,
): Promise<{ mail: OutgoingMail } | MailResult> {
  try {
    return { mail: await compose() };
  } catch (error) {
    if (error instanceof MailSkippedError)
      return { state: 'skipped', reason: error.reason, serverResponse: null };
    if (classifyDbError(error) === 'busy' || ctx.attempt < maxComposeAttempts) throw error;
    return {
      state: mail.kind === 'notice' ? 'skipped' : 'failed',
      reason: 'report-failed',
      serverResponse: null,
    };
  }
}

/** Marks an email as handed over. Returns false if another process has already taken it. */
async function markHandedOver(
  ctx: SendContext,
  { _id, version }: MailRow,
  mail: OutgoingMail,
  attempts: number,
): Promise<boolean> {
  const marked = await ctx.db.write((tx) =>
    tx
      .updateTable('emails')
      .set({
        state: 'sending',
        attempts,
        subject: mail.subject,
        address: mail.to.address,
        version: version + 1,
      })
      .where('_id', '=', _id)
      .where('state', '=', 'waiting')
      .where('version', '=', version)
      .returning('_id')
      .executeTakeFirst(),
  );
  return marked !== undefined;
}

/**
 * Stores the result of an email. After the last email of a run, notifies the schedule's owner of failed
 * deliveries.
 */
async function endMail(
  ctx: Pick<SendContext, 'db' | 'now'>,
  mail: MailRow,
  { state, reason, serverResponse }: MailResult,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const ended = await tx
      .updateTable('emails')
      .set((on) => ({
        state,
        reason,
        endedAt: ctx.now().toISOString(),
        version: on('version', '+', 1),
        ...(serverResponse !== null && { serverResponse }),
      }))
      .where('_id', '=', mail._id)
      .where('state', 'in', ['waiting', 'sending'])
      .returning('_id')
      .executeTakeFirst();
    if (!ended) return;
    if (mail.kind === 'document' && isMailProblem(state, reason))
      await notifyUndelivered(tx, mail, ctx.now());
    if (mail.runId === null || mail.kind === 'notice' || mail.resendCount > 0) return;
    // The run row stays locked until commit, so that the last transaction sees the results of all others.
    const run = await tx
      .updateTable('mailRuns')
      .set((on) => ({ ended: on('ended', '+', 1) }))
      .where('_id', '=', mail.runId)
      .returning(['ended', 'emailCount'])
      .executeTakeFirst();
    if (run && Number(run.ended) === Number(run.emailCount)) await notifyOwner(tx, mail, ctx.now());
  });
}

/** Notifies the sender of a document email that it wasn't delivered. */
async function notifyUndelivered(tx: Tx, { _id, docId, payload }: MailRow, now: Date): Promise<void> {
  const senderId = documentMailPayload.safeParse(JSON.parse(payload)).data?.by ?? '';
  const sender = await tx.selectFrom('users').select('name').where('_id', '=', senderId).executeTakeFirst();
  if (!sender || docId === null) return;
  const notice: NewMail = {
    kind: 'notice',
    scheduleId: null,
    runId: null,
    recipientId: null,
    userId: senderId,
    toName: sender.name,
    address: null,
    fromDay: null,
    toDay: null,
    missed: 0,
    docId,
    payload: { mailId: _id },
  };
  await queueMails(tx, [notice], now);
}

/**
 * Notifies the owner of a schedule of failed deliveries; if the owner no longer exists, the master
 * administrators.
 */
async function notifyOwner(tx: Tx, { runId, scheduleId, fromDay, toDay }: MailRow, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('emails')
    .select(['state', 'reason'])
    .where('runId', '=', runId)
    .where('kind', '!=', 'notice')
    .execute();
  if (!rows.some(({ state, reason }) => isMailProblem(state, reason))) return;
  const schedule = await tx
    .selectFrom('mailSchedules')
    .select('owner')
    .where('_id', '=', scheduleId ?? '')
    .executeTakeFirst();
  const owner = await tx
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('_id', '=', schedule?.owner ?? '')
    .where('isActive', '=', 1)
    .execute();
  const recipients =
    owner.length > 0
      ? owner
      : await tx
          .selectFrom('users')
          .select(['_id', 'name'])
          .where('isMasterAdmin', '=', 1)
          .where('isActive', '=', 1)
          .execute();
  const notices = recipients.map(
    ({ _id, name }): NewMail => ({
      kind: 'notice',
      scheduleId,
      runId,
      recipientId: null,
      userId: _id,
      toName: name,
      address: null,
      fromDay,
      toDay,
      missed: 0,
    }),
  );
  await queueMails(tx, notices, now);
}

const findMail = (db: Queryable, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('emails').selectAll().where('_id', '=', id).executeTakeFirst();
