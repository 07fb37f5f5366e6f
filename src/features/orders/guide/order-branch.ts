import { mayOrderFor } from '#domain/orders/edits.ts';
import type { Actor } from '#domain/permissions.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import type { Branch } from '#src/collections/places/branches.ts';

/** The branches this person may make orders for: kitchens and archived branches are not among them. */
export function orderBranches(branches: readonly Branch[], actor: Actor): Branch[] {
  return branches
    .filter((branch) => branch.isActive && branch.type === 'branch' && mayOrderFor(actor, branch._id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The branch to order for: the one asked for, else the one used last, else the first. Null where there is none. */
export function chosenBranch(
  branches: readonly Branch[],
  asked: string | undefined,
  userId: string,
): Branch | null {
  const byId = (id: string | null | undefined) => branches.find((branch) => branch._id === id);
  return byId(asked) ?? byId(recall(storageKey(userId))) ?? branches[0] ?? null;
}

/** Keeps which branch a person ordered for last, on this device. */
export function rememberBranch(userId: string, branch: string): void {
  keep(storageKey(userId), branch);
}

const storageKey = (userId: string) => `commissary.order-branch.${userId}`;
