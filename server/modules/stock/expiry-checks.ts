import type { Refusal } from '#domain/refusals/refusal.ts';
import type { Queryable } from '../../db/types.ts';
import { yearFault } from '../../documents/when.ts';
import { invalid } from '../../http/problems.ts';

/** Until when goods are good, as somebody enters it, and the field in which they do. */
interface EnteredExpiry {
  itemId: string;
  expiry: string | null | undefined;
  field: string;
}

/**
 * Refuses expiries whose year is a slip; see `findImplausibleExpiries`.
 *
 * @throws ApiProblem 422 under the fields
 */
export async function assertPlausibleExpiries(
  db: Queryable,
  now: Date,
  said: readonly EnteredExpiry[],
): Promise<void> {
  const faults = await findImplausibleExpiries(db, now, said);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * Expiries whose year is a slip, by field. One that a lot of the item already has passes: it was entered before years were checked,
 * and whoever counts or sends that lot enters it again.
 */
export async function findImplausibleExpiries(
  db: Queryable,
  now: Date,
  said: readonly EnteredExpiry[],
): Promise<Record<string, Refusal>> {
  const slips = said.flatMap(({ itemId, expiry, field }) => {
    const why = expiry ? yearFault(now, 'expiry', expiry) : null;
    return why === null ? [] : [{ key: `${itemId} ${expiry}`, itemId, field, why }];
  });
  if (slips.length === 0) return {};
  const rows = await db
    .selectFrom('lots')
    .select(['itemId', 'expiry'])
    .distinct()
    .where('itemId', 'in', [...new Set(slips.map(({ itemId }) => itemId))])
    .execute();
  const known = new Set(rows.map(({ itemId, expiry }) => `${itemId} ${expiry}`));
  return Object.fromEntries(slips.flatMap(({ key, field, why }) => (known.has(key) ? [] : [[field, why]])));
}
