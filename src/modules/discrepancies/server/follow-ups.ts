import { refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';

const selectDiscrepancyByFollowUp = statement((db, id: string) =>
  db.selectFrom('discrepancies').select('orderNo').where('followUpOrderId', '=', id).limit(1),
);

/**
 * Asserts that a document isn't the follow-up of a discrepancy: such a document may be cancelled but not
 * deleted, because the discrepancy links to it.
 *
 * @throws ApiProblem 409 IN_USE
 */
export async function assertNotFollowUp(tx: Tx, id: string): Promise<void> {
  const [discrepancy] = await selectDiscrepancyByFollowUp(tx, id);
  if (discrepancy) throw problem('IN_USE', refusal('follow-up-not-deletable', { no: discrepancy.orderNo }));
}
