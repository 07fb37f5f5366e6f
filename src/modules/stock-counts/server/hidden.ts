import { hidesBookQuantities } from '../blind.ts';
import type { Actor } from '#core/permissions.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CountHeader } from './rows.ts';

const selectOwnEntry = statement((db, countId: string, userId: string) =>
  db
    .selectFrom('stockCountEntries')
    .select('seq')
    .where('countId', '=', countId)
    .where('by', '=', userId)
    .limit(1),
);

/** Returns whether the book quantities of a count are hidden from the actor. */
export async function isCountHiddenFrom(
  db: Queryable,
  actor: Actor,
  { _id, branch, status, blind }: CountHeader,
): Promise<boolean> {
  if (blind === 0) return false;
  const hasCounted = (await selectOwnEntry(db, _id, actor._id)).length > 0;
  return hidesBookQuantities({ status, branch, blind: true }, actor, hasCounted);
}
