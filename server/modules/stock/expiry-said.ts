import type { Refusal } from '#domain/refusals/refusal.ts';
import type { Queryable } from '../../db/types.ts';
import { yearFault } from '../../documents/when.ts';
import { invalid } from '../../http/problems.ts';

/** Until when goods are good, as somebody enters it, and the field in which they do. */
interface SaidExpiry {
  itemId: string;
  expiry: string | null | undefined;
  field: string;
}

/**
 * Refuses expiries whose year is a slip. One that a lot of the item has already passes: it was entered before anybody asked, and who
 * counts or sends that lot reads it back.
 *
 * @throws ApiProblem 422 under the fields
 */
export async function refuseExpirySlips(
  db: Queryable,
  now: Date,
  said: readonly SaidExpiry[],
): Promise<void> {
  const slips = said.flatMap(({ itemId, expiry, field }) => {
    const why = expiry ? yearFault(now, 'expiry', expiry) : null;
    return why === null ? [] : [{ key: `${itemId} ${expiry}`, itemId, field, why }];
  });
  if (slips.length === 0) return;
  const rows = await db
    .selectFrom('lots')
    .select(['itemId', 'expiry'])
    .distinct()
    .where('itemId', 'in', [...new Set(slips.map(({ itemId }) => itemId))])
    .execute();
  const known = new Set(rows.map(({ itemId, expiry }) => `${itemId} ${expiry}`));
  const faults: [string, Refusal][] = slips.flatMap(({ key, field, why }) =>
    known.has(key) ? [] : [[field, why]],
  );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}
