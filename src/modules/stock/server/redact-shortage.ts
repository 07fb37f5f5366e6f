import { refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ApiProblem, problem } from '#platform/server/http/problems.ts';
import { loadHiddenStock } from './hidden-stock.ts';

/**
 * Removes quantities from an INSUFFICIENT_STOCK problem for a user who counts the item blind; returns other
 * errors unchanged.
 */
export async function redactShortage(tx: Tx, userId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiProblem) || error.code !== 'INSUFFICIENT_STOCK') return error;
  const { itemId, itemName, placeId, placeName } = error.options.details ?? {};
  if (typeof itemId !== 'string' || typeof placeId !== 'string') return error;
  const user = await tx
    .selectFrom('users')
    .select(['_id', 'name', 'email', 'role', 'isMasterAdmin', 'branches', 'kitchens'])
    .where('_id', '=', userId)
    .executeTakeFirst();
  if (!user) return error;
  const actor = {
    ...user,
    isMasterAdmin: user.isMasterAdmin === 1,
    branches: JSON.parse(user.branches) as string[],
    kitchens: JSON.parse(user.kitchens) as string[],
    permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
    allowedPages: [],
  };
  if (!(await loadHiddenStock(tx, actor)).has(placeId, itemId)) return error;
  const redacted = refusal('not-enough-counting', { item: String(itemName), place: String(placeName) });
  const fields = Object.keys(error.options.fields ?? {}).map((field) => [field, redacted] as const);
  return problem('INSUFFICIENT_STOCK', redacted, {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    details: { itemId, itemName, placeId, placeName },
  });
}
