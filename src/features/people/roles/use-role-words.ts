import type { RoleRow } from '#src/collections/people/people.ts';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { roleMessages } from './role-messages.ts';

type Named = Pick<RoleRow, 'key' | 'label' | 'description'>;
type Words = Readonly<Record<string, string>>;

/** What a role is called and does, in the language of the reader. Forms show what is stored. */
export function useRoleWords(): (role: Named) => { label: string; description: string | null } {
  const labelOf = useRoleLabel();
  const here: Words = useMessages(roleMessages);
  const first: Words = roleMessages.en;
  return ({ key, label, description }) => ({
    label: labelOf(key, label),
    description: description === first[key] ? (here[key] ?? description) : description,
  });
}
