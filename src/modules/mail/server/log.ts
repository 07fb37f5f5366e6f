import type { z } from 'zod';
import type { mailLogQueryParams } from '../input.ts';
import type { Mail } from '../shapes.ts';
import type { MailRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { mailKey } from './mails.ts';

/** Returns the email log of a schedule, newest first. */
export async function listMails(
  db: Queryable,
  scheduleId: string,
  { limit, page }: z.output<typeof mailLogQueryParams>,
): Promise<{ rows: Mail[]; total: number }> {
  const query = db.selectFrom('emails').where('scheduleId', '=', scheduleId);
  const countRow = await query.select((on) => on.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const waiting = rows.filter(({ state }) => state === 'waiting').map(mailKey);
  const jobs =
    waiting.length === 0
      ? []
      : await db.selectFrom('jobs').select(['key', 'runAt']).where('key', 'in', waiting).execute();
  const nextAt = new Map(jobs.map(({ key, runAt }) => [key, runAt]));
  return {
    rows: rows.map((row) => toMail(row, nextAt.get(mailKey(row)) ?? null)),
    total: Number(countRow.count),
  };
}

export const toMail = (row: MailRow, nextAt: string | null): Mail => ({
  _id: row._id,
  createdAt: row.createdAt,
  kind: row.kind,
  to: row.toName ?? row.address ?? '',
  address: row.address,
  subject: row.subject,
  state: row.state,
  reason: row.reason,
  serverResponse: row.serverResponse,
  attempts: Number(row.attempts),
  nextAt,
  endedAt: row.endedAt,
  fromDay: row.fromDay,
  toDay: row.toDay,
  missed: Number(row.missed),
  version: Number(row.version),
});
