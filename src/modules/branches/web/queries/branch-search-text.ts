import type { Branch } from '#platform/web/queries/branches.ts';

/**
 * Returns a function that gives a branch's names in both languages by id, for client-side search. Empty for
 * an unknown id.
 */
export function branchSearchText(branches: readonly Branch[] = []): (id: string) => string {
  const texts = new Map(
    branches.map(({ _id, name, nameAlt, code }) => [_id, `${name} ${nameAlt ?? ''} ${code}`]),
  );
  return (id) => texts.get(id) ?? '';
}
