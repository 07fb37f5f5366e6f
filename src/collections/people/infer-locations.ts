import { readId, type JsonRecord, parseList, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import type { CallOptions } from '#src/lib/api/call.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { currentProfile } from '#src/lib/session/session.ts';

/** The kitchen of an order that names none, as servers may that have one kitchen, or do not keep them apart. */
const unnamedKitchen = '';

/**
 * A branch or kitchen user of whom the server does not say where they work, which SPEC does not ask of it: any branch
 * or any kitchen is offered, and the server decides. Where the places cannot be read, a branch user is as they are and
 * a kitchen user has the orders that name no kitchen.
 */
export async function inferUserLocations(user: SessionUser, options: CallOptions): Promise<SessionUser> {
  const isOfKitchen = user.role === 'custom_role_ck';
  const isWanted = (row: JsonRecord) => ((readText(row['type']) ?? 'branch') !== 'branch') === isOfKitchen;
  const read = async () => {
    const { data } = await api.get(currentProfile().paths.branches, { search: { limit: 500 }, ...options });
    return parseList(data, (row) => (isWanted(row) ? readId(row) : null)).rows;
  };
  if (isOfKitchen) return { ...user, kitchens: [...(await read().catch(() => [])), unnamedKitchen] };
  return { ...user, branches: await read().catch(() => user.branches) };
}
