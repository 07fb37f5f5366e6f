import { refusal } from '#domain/refusals/refusal.ts';
import { statement } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';

const followedUpBy = statement((db, id: string) =>
  db.selectFrom('discrepancies').select('orderNo').where('followUpOrderId', '=', id).limit(1),
);

/**
 * What sends goods again is what became of a discrepancy: it may be cancelled, and stays known.
 *
 * @throws ApiProblem 409 IN_USE
 */
export async function assertNotFollowUp(tx: Tx, id: string): Promise<void> {
  const [found] = await followedUpBy(tx, id);
  if (found) throw problem('IN_USE', refusal('follow-up-stays', { no: found.orderNo }));
}
