import { z } from 'zod';
import { isReminderDue } from '../recall-rules.ts';
import { type Actor, canWrite, getOwnLocations } from '#core/permissions.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import { toActor } from '#platform/server/http/session.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { queueMails } from '#modules/mail/server/jobs.ts';
import type { NewMail } from '#modules/mail/server/mails.ts';

/** Selects the real recalls that haven't ended. */
const selectOpenRecalls = (db: Queryable) =>
  db
    .selectFrom('recalls as r')
    .select(['r._id', 'r.userId', 'r.userName'])
    .where('r.isPractice', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('recallEnds as e').select('e.at').whereRef('e.recallId', '=', 'r._id'))),
    );

/**
 * Emails the users of every location that hasn't answered a real recall: immediately, then every
 * `recallReminderHours`. If a location has no such users, the user who started the recall is emailed.
 */
export async function notifyLocations(tx: Tx, recallId: string, now: Date): Promise<void> {
  const recall = await selectOpenRecalls(tx).where('r._id', '=', recallId).$call(tx.lock).executeTakeFirst();
  if (!recall) return;
  const dueBranches = (await loadAwaitingBranches(tx, recallId)).filter(({ lastEmailAt }) =>
    isReminderDue(lastEmailAt, now),
  );
  if (dueBranches.length === 0) return;
  const respondents = await loadRespondents(tx);
  const recipients = new Map<string, string>();
  for (const { branchId } of dueBranches) {
    const localUsers = respondents.filter((actor) => getOwnLocations(actor)?.includes(branchId));
    for (const { _id, name } of localUsers) recipients.set(_id, name);
    if (localUsers.length === 0) recipients.set(recall.userId, recall.userName);
  }
  const mails = [...recipients].map(
    ([userId, toName]): NewMail => ({
      kind: 'recall',
      scheduleId: null,
      runId: null,
      recipientId: null,
      userId,
      toName,
      address: null,
      fromDay: null,
      toDay: null,
      missed: 0,
      docId: recallId,
      payload: { isReminder: dueBranches.every(({ mails: sent }) => sent > 0) },
    }),
  );
  await insertRows(
    tx,
    'recallNotices',
    dueBranches.map(({ branchId, mails: sent }) => ({
      recallId,
      branchId,
      no: sent + 1,
      at: now.toISOString(),
    })),
  );
  await queueMails(tx, mails, now);
}

/** Loads branches and kitchens with unanswered lots, with the number of emails and the time of the latest. */
async function loadAwaitingBranches(db: Queryable, recallId: string) {
  const rows = await db
    .selectFrom('recallPlaces as p')
    .innerJoin('places', 'places.placeId', 'p.placeId')
    .leftJoin('recallNotices as n', (join) =>
      join.onRef('n.recallId', '=', 'p.recallId').onRef('n.branchId', '=', 'places.branchId'),
    )
    .select(['places.branchId'])
    .select((eb) => [eb.fn.max('n.no').as('mails'), eb.fn.max('n.at').as('lastEmailAt')])
    .where('p.recallId', '=', recallId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recallFindings as f')
            .select('f._id')
            .whereRef('f.recallId', '=', 'p.recallId')
            .whereRef('f.placeId', '=', 'p.placeId')
            .whereRef('f.lotId', '=', 'p.lotId'),
        ),
      ),
    )
    .groupBy('places.branchId')
    .execute();
  return rows.flatMap(({ branchId, mails, lastEmailAt }) =>
    branchId === null ? [] : [{ branchId, mails: Number(mails ?? 0), lastEmailAt }],
  );
}

async function loadRespondents(db: Queryable): Promise<Actor[]> {
  const users = await db.selectFrom('users').selectAll().where('isActive', '=', 1).orderBy('_id').execute();
  return users
    .map(toActor)
    .filter((actor) => getOwnLocations(actor) !== null && canWrite(actor, 'stock', 'canEdit'));
}

/**
 * Reminds locations that haven't answered a recall. Emails are recorded, so a repeated run doesn't send
 * them twice.
 */
export const remindOfRecalls = defineJob({
  kind: 'recall-reminders',
  ifLost: { scheduledKind: 'recall-reminders' },
  payload: z.strictObject({}),
  async run({ db, now, signal }) {
    for (const { _id } of await selectOpenRecalls(db.read).execute()) {
      signal.throwIfAborted();
      await db.write((tx) => notifyLocations(tx, _id, now()));
    }
  },
});

/** Hourly, so that a location that receives recalled goods later is emailed within the hour. */
export const hourlyRecallReminders = scheduleJob({
  name: 'recall reminders',
  schedule: { every: 'hour', minute: 23, timezone: 'UTC' },
  job: remindOfRecalls,
  payload: () => ({}),
});
