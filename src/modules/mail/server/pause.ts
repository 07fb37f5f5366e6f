import type { MailReason } from '../states.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { sendMail } from './jobs.ts';
import { mailKey } from './mails.ts';
import { resetSchedule } from './schedules.ts';
import { getMailServer, mailSettingsKey, readMailSettings, type StoredMailSettings } from './settings.ts';

const saveSettings = (tx: Tx, settings: StoredMailSettings) =>
  tx
    .updateTable('settings')
    .set({ value: JSON.stringify(settings) })
    .where('key', '=', mailSettingsKey)
    .execute();

/**
 * Prepares mail in a database that was just restored. Emails that were waiting in the backup may already have
 * been sent, so only a user can resend them. With `isPaused`, schedules and new emails wait until a user
 * resumes mail. Returns whether a mail server is set up.
 */
export async function restoreMail(tx: Tx, now: Date, isPaused: boolean): Promise<boolean> {
  await tx
    .updateTable('emails')
    .set((on) => ({
      state: 'unconfirmed' as const,
      reason: 'restored' satisfies MailReason,
      endedAt: now.toISOString(),
      version: on('version', '+', 1),
    }))
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
  const settings = await readMailSettings(tx);
  if (getMailServer(settings) === null) return false;
  if (isPaused)
    await saveSettings(tx, { ...settings, pausedAt: now.toISOString(), version: settings.version + 1 });
  return true;
}

/**
 * Resumes paused mail: queues the emails that were requested during the pause. Scheduled times during the
 * pause don't count as missed.
 */
export async function resumeMail(tx: Tx, now: Date): Promise<void> {
  const settings = await readMailSettings(tx);
  await saveSettings(tx, { ...settings, pausedAt: null, version: settings.version + 1 });
  await skipMissedTimes(tx, now);
  const waiting = await tx.selectFrom('emails').selectAll().where('state', '=', 'waiting').execute();
  for (const mail of waiting) {
    const key = mailKey(mail);
    await tx.deleteFrom('jobs').where('key', '=', key).where('state', 'in', ['done', 'failed']).execute();
    await enqueue(tx, sendMail, { mailId: mail._id }, { key, now });
  }
}

/** Marks all scheduled times up to now as done, so that times at which mail was off don't count as missed. */
export async function skipMissedTimes(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('mailSchedules').set({ since: now.toISOString() }).execute();
  for (const row of await tx.selectFrom('mailSchedules').selectAll().execute())
    await resetSchedule(tx, row, now);
}
