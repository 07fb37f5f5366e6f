import { readId, type JsonRecord, parseList, readText } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import type { CallOptions } from '#platform/web/api/call.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { currentProfile } from '#platform/web/session/session.ts';

/** Kitchen of orders without one, on servers that have a single kitchen or do not distinguish them. */
const unnamedKitchen = '';

/**
 * Adds locations to a branch or kitchen user if the server does not send them, which SPEC does not require:
 * all branches or all kitchens are offered, and the server decides. If they cannot be loaded, a branch user
 * is unchanged and a kitchen user gets the orders without a kitchen.
 */
export async function inferUserLocations(user: SessionUser, options: CallOptions): Promise<SessionUser> {
  const isKitchenUser = user.role === 'custom_role_ck';
  const isMatching = (row: JsonRecord) =>
    ((readText(row['type']) ?? 'branch') !== 'branch') === isKitchenUser;
  const loadIds = async () => {
    const { data } = await api.get(currentProfile().paths.branches, { search: { limit: 500 }, ...options });
    return parseList(data, (row) => (isMatching(row) ? readId(row) : null)).rows;
  };
  if (isKitchenUser) return { ...user, kitchens: [...(await loadIds().catch(() => [])), unnamedKitchen] };
  return { ...user, branches: await loadIds().catch(() => user.branches) };
}
