import type { Refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';
import { invalid } from '#platform/server/http/problems.ts';

/** An entered expiry date and its field. */
interface EnteredExpiry {
  itemId: string;
  expiry: string | null | undefined;
  field: string;
}

/**
 * Asserts that expiry dates have a plausible year; see `findImplausibleExpiries`.
 *
 * @throws ApiProblem 422 by field
 */
export async function assertPlausibleExpiries(
  db: Queryable,
  now: Date,
  entries: readonly EnteredExpiry[],
): Promise<void> {
  const faults = await findImplausibleExpiries(db, now, entries);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * Returns errors for expiry dates with an implausible year, by field. A date that an existing lot of the item
 * already has is accepted: it was entered before years were checked, and counts or shipments of that lot
 * repeat it.
 */
export async function findImplausibleExpiries(
  db: Queryable,
  now: Date,
  entries: readonly EnteredExpiry[],
): Promise<Record<string, Refusal>> {
  const slips = entries.flatMap(({ itemId, expiry, field }) => {
    const why = expiry ? getYearRefusal(now, 'expiry', expiry) : null;
    return why === null ? [] : [{ key: `${itemId} ${expiry}`, itemId, field, why }];
  });
  if (slips.length === 0) return {};
  const rows = await db
    .selectFrom('lots')
    .select(['itemId', 'expiry'])
    .distinct()
    .where('itemId', 'in', [...new Set(slips.map(({ itemId }) => itemId))])
    .execute();
  const lotKeys = new Set(rows.map(({ itemId, expiry }) => `${itemId} ${expiry}`));
  return Object.fromEntries(slips.flatMap(({ key, field, why }) => (lotKeys.has(key) ? [] : [[field, why]])));
}
