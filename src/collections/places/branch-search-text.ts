import type { Branch } from './branches.ts';

/** What a branch is called in both languages, by id: for searching in lists that are here whole. Empty for an unknown one. */
export function branchSearchText(branches: readonly Branch[] = []): (id: string) => string {
  const words = new Map(
    branches.map(({ _id, name, nameAlt, code }) => [_id, `${name} ${nameAlt ?? ''} ${code}`]),
  );
  return (id) => words.get(id) ?? '';
}
