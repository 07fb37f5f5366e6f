import type { MailReason } from '../states.ts';
import { dayMs } from '#core/day.ts';
import type { MailRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { RouteResponse, WriteContext } from '#platform/server/http/route.ts';
import { sendMail } from './jobs.ts';
import { mailKey } from './mails.ts';

/** Maximum number of emails resent by one action. */
const maxResent = 500;

/** Failures caused by the mail server. These emails can be resent once it works again. */
const serverFailures = ['not-signed-in', 'retries-exhausted'] as const satisfies readonly MailReason[];
/** Age in milliseconds beyond which failures aren't resent. */
const maxAgeMs = 7 * dayMs;

/** Queues a finished email again, under a new job key. */
export async function resendMail(
  { db, enqueue }: Pick<WriteContext, 'db' | 'enqueue'>,
  row: MailRow,
): Promise<MailRow> {
  const queued: MailRow = {
    ...row,
    state: 'waiting',
    reason: null,
    endedAt: null,
    resendCount: Number(row.resendCount) + 1,
    version: Number(row.version) + 1,
  };
  const { _id, ...changes } = queued;
  await db.updateTable('emails').set(changes).where('_id', '=', _id).execute();
  await enqueue(sendMail, { mailId: _id }, { key: mailKey(queued) });
  return queued;
}

/** Queues emails again, with a single audit row. Returns their number. */
export async function resendMails(
  ctx: Pick<WriteContext, 'db' | 'enqueue' | 'audit'>,
  failed: readonly MailRow[],
  { entity, id, ...details }: { entity: 'mail-schedules' | 'settings'; id: string; reason?: MailReason },
): Promise<RouteResponse> {
  for (const row of failed) await resendMail(ctx, row);
  const before = { state: 'failed', ...details, emailCount: failed.length };
  if (failed.length > 0)
    await ctx.audit({ action: 'retry', entity, id, before, after: { state: 'waiting' } });
  return { status: 200, body: { resentCount: failed.length } };
}

/** Returns a schedule's emails that failed for this reason, oldest first, without notices. */
export const readFailedMails = (tx: Tx, scheduleId: string, reason: MailReason): Promise<MailRow[]> =>
  tx
    .selectFrom('emails')
    .selectAll()
    .where('scheduleId', '=', scheduleId)
    .where('state', '=', 'failed')
    .where('reason', '=', reason)
    .where('kind', '!=', 'notice')
    .orderBy('_id')
    .limit(maxResent)
    .$call(tx.lock)
    .execute();

/** Returns recent emails of all schedules that failed because of the mail server. */
export const readServerFailures = (tx: Tx, now: Date): Promise<MailRow[]> =>
  tx
    .selectFrom('emails')
    .selectAll()
    .where('state', '=', 'failed')
    .where('reason', 'in', serverFailures)
    .where('kind', '!=', 'notice')
    .where('endedAt', '>=', new Date(now.getTime() - maxAgeMs).toISOString())
    .orderBy('_id')
    .limit(maxResent)
    .$call(tx.lock)
    .execute();
