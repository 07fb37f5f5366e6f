import { readId, type JsonRecord, parseList, readText } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import type { CallOptions } from '#platform/web/api/call.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { currentProfile } from '#platform/web/session/session.ts';

/**
 * Kitchen id for orders without a kitchen, from servers that have a single kitchen or don't distinguish them.
 */
const unnamedKitchen = '';

/**
 * Adds locations to a branch or kitchen user if the server doesn't send them, which SPEC doesn't require: all
 * branches or all kitchens are offered, and the server checks access. If they can't be loaded, a branch user
 * stays unchanged and a kitchen user gets only the orders without a kitchen.
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
