import type { MailReason } from '#domain/mail/states.ts';
import type { MailRow } from '../../db/tables.ts';
import type { Tx } from '../../db/types.ts';
import type { RouteResponse, WriteContext } from '../../http/route.ts';
import { sendMail } from './jobs.ts';
import { mailKey } from './mails.ts';

/** As many as one act has sent again; what is left has another. */
const maxResent = 500;

/** Mails that failed because of the mail server, and for nothing of their own: they go once it takes mail again. */
const serverFailures = ['not-signed-in', 'gave-up'] as const satisfies readonly MailReason[];
/** What failed longer ago is no news any more. */
const recentMs = 7 * 86_400_000;

/** Has a mail sent again that waits for nobody; each time is another piece of work. */
export async function resendMail(
  { db, enqueue }: Pick<WriteContext, 'db' | 'enqueue'>,
  row: MailRow,
): Promise<MailRow> {
  const again: MailRow = {
    ...row,
    state: 'waiting',
    reason: null,
    endedAt: null,
    round: Number(row.round) + 1,
    version: Number(row.version) + 1,
  };
  const { _id, ...changed } = again;
  await db.updateTable('mails').set(changed).where('_id', '=', _id).execute();
  await enqueue(sendMail, { mailId: _id }, { key: mailKey(again) });
  return again;
}

/** Has all of these sent again as one act, which is noted for whatever it was asked of, and answers how many they were. */
export async function resendMails(
  ctx: Pick<WriteContext, 'db' | 'enqueue' | 'audit'>,
  failed: readonly MailRow[],
  { entity, id, ...why }: { entity: 'mail-schedules' | 'settings'; id: string; reason?: MailReason },
): Promise<RouteResponse> {
  for (const row of failed) await resendMail(ctx, row);
  const before = { state: 'failed', ...why, mails: failed.length };
  if (failed.length > 0)
    await ctx.audit({ action: 'retry', entity, id, before, after: { state: 'waiting' } });
  return { status: 200, body: { again: failed.length } };
}

/** The mails of a schedule that failed for a reason, the oldest first; notices of that are none to be repeated. */
export const readFailedMails = (tx: Tx, scheduleId: string, reason: MailReason): Promise<MailRow[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('scheduleId', '=', scheduleId)
    .where('state', '=', 'failed')
    .where('reason', '=', reason)
    .where('kind', '!=', 'notice')
    .orderBy('_id')
    .limit(maxResent)
    .$call(tx.lock)
    .execute();

/** Mails of the last days that failed because of the mail server, whoever scheduled them. */
export const readServerFailures = (tx: Tx, now: Date): Promise<MailRow[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('state', '=', 'failed')
    .where('reason', 'in', serverFailures)
    .where('kind', '!=', 'notice')
    .where('endedAt', '>=', new Date(now.getTime() - recentMs).toISOString())
    .orderBy('_id')
    .limit(maxResent)
    .$call(tx.lock)
    .execute();
