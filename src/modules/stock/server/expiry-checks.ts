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
  const errors = await findImplausibleExpiries(db, now, entries);
  if (Object.keys(errors).length > 0) throw invalid(errors);
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
  const implausible = entries.flatMap(({ itemId, expiry, field }) => {
    const error = expiry ? getYearRefusal(now, 'expiry', expiry) : null;
    return error === null ? [] : [{ key: `${itemId} ${expiry}`, itemId, field, error }];
  });
  if (implausible.length === 0) return {};
  const rows = await db
    .selectFrom('lots')
    .select(['itemId', 'expiry'])
    .distinct()
    .where('itemId', 'in', [...new Set(implausible.map(({ itemId }) => itemId))])
    .execute();
  const lotKeys = new Set(rows.map(({ itemId, expiry }) => `${itemId} ${expiry}`));
  return Object.fromEntries(
    implausible.flatMap(({ key, field, error }) => (lotKeys.has(key) ? [] : [[field, error]])),
  );
}
