import type { Branch } from '#platform/web/queries/branches.ts';

/**
 * Returns a function that maps a branch id to the branch's names in both languages, for client-side search.
 * The text is empty for an unknown id.
 */
export function createBranchSearchText(branches: readonly Branch[] = []): (id: string) => string {
  const texts = new Map(
    branches.map(({ _id, name, nameAlt, code }) => [_id, `${name} ${nameAlt ?? ''} ${code}`]),
  );
  return (id) => texts.get(id) ?? '';
}
