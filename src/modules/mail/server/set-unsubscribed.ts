import type { Tx } from '#platform/server/db/types.ts';

/**
 * Unsubscribes a recipient, identified by link token or user, from a schedule, or resubscribes if the time is
 * null. An earlier unsubscribe time is retained.
 */
export async function setUnsubscribed(
  tx: Tx,
  recipient: { token: string } | { scheduleId: string; userId: string },
  at: Date | null,
): Promise<void> {
  await tx
    .updateTable('mailRecipients')
    .set({ unsubscribedAt: at?.toISOString() ?? null })
    .where((eb) => eb.and(recipient))
    .$if(at !== null, (query) => query.where('unsubscribedAt', 'is', null))
    .execute();
}
