import { refusal } from '#core/refusals/refusal.ts';
import type { Actor, Collection } from '#core/permissions.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import { readUsage, collectionLabel } from '#modules/master-data/server/usage.ts';

/** Documents record who acted and are never reassigned to another user. */
const documents: ReadonlySet<string> = new Set(['orders', 'wastage']);

/** Refuses (409) to delete a user who has signed in, or is referenced by a document or setting. */
export async function assertNotReferenced(tx: Tx, actor: Actor, user: UserRow): Promise<void> {
  const uses = (await readUsage(tx, actor, 'users', user._id)).filter(({ blocks }) => blocks);
  const details = { archive: { isActive: false } };
  if (await hasWorked(tx, user, uses)) {
    throw problem('IN_USE', refusal('has-worked', { person: user.name }), { details });
  }
  const [use] = uses;
  if (!use) return;
  const names = use.rows.map(({ name }) => name).join(', ');
  const where = [collectionLabel(use.collection as Collection), names].filter(Boolean).join(': ');
  throw problem('IN_USE', refusal('still-named', { person: user.name, where }), {
    details: { ...details, usedBy: use.collection },
  });
}

async function hasWorked(tx: Tx, user: UserRow, uses: readonly { collection: string }[]): Promise<boolean> {
  if (user.lastLogin !== null || uses.some(({ collection }) => documents.has(collection))) return true;
  const session = await tx
    .selectFrom('sessions')
    .select('userId')
    .where('userId', '=', user._id)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}
