import type { Tx } from '../../db/types.ts';

/**
 * Ends the mails of one schedule for a recipient, who is named by the token of a link or as a user; null takes that back.
 * Whoever has ended them before has done so then.
 */
export async function setUnsubscribed(
  tx: Tx,
  who: { token: string } | { scheduleId: string; userId: string },
  at: Date | null,
): Promise<void> {
  await tx
    .updateTable('mailRecipients')
    .set({ unsubscribedAt: at?.toISOString() ?? null })
    .where((eb) => eb.and(who))
    .$if(at !== null, (some) => some.where('unsubscribedAt', 'is', null))
    .execute();
}
