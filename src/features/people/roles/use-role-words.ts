import type { RoleRow } from '#src/collections/people.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { roleMessages } from './role-messages.ts';

type Named = Pick<RoleRow, 'key' | 'label' | 'description'>;
type Words = Readonly<Record<string, { label: string; description: string }>>;

/**
 * What a role is called and does, in the language of the reader. A role has one name, not two: those it came with are
 * known in every language, and one that somebody wrote is shown as it was written. Forms show what is stored.
 */
export function useRoleWords(): (role: Named) => { label: string; description: string | null } {
  const here: Words = useMessages(roleMessages);
  const first: Words = roleMessages.en;
  return ({ key, label, description }) => ({
    label: label === first[key]?.label ? (here[key]?.label ?? label) : label,
    description:
      description === first[key]?.description ? (here[key]?.description ?? description) : description,
  });
}
