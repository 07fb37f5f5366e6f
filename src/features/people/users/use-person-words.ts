import { useQuery } from '@tanstack/react-query';
import { scopeOf } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { type Person, rolesQuery } from '#src/collections/people/people.ts';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from '../messages.ts';
import { useRoleWords } from '../roles/use-role-words.ts';

/** What a user's role and places are called; a role or branch that nobody knows is shown as it came. */
export function usePersonWords() {
  const { everywhere } = useMessages(peopleMessages).users;
  const wordsOf = useRoleWords();
  const labelOf = useRoleLabel();
  const roleRows = useQuery(rolesQuery());
  const branchRows = useQuery(branchesQuery());
  const roles = (roleRows.data?.rows ?? []).map((role) => ({ ...role, ...wordsOf(role) }));
  const branches = branchRows.data ?? [];
  const roleNames = new Map(roles.map(({ key, label }) => [key, label]));
  const branchNames = new Map(branches.map(({ _id, name }) => [_id, name]));
  const listed = (person: Person) =>
    formatList([...person.branches, ...person.kitchens].map((id) => branchNames.get(id) ?? id));
  return {
    /** Some of the names are still on their way. */
    isPending: roleRows.isPending || branchRows.isPending,
    roles,
    roleOf: (person: Person) => roleNames.get(person.role) ?? labelOf(person.role, person.roleLabel),
    placesOf: (person: Person) => (scopeOf(person).kind === 'all' ? everywhere : listed(person)),
  };
}
