import { useQuery } from '@tanstack/react-query';
import { permissionFlags, type Permissions, getScope } from '#core/permissions.ts';
import { type Person, type RoleEntry, rolesQuery } from './queries/people.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useRoleLabel } from '#platform/web/layout/use-role-label.ts';
import { formatList } from '#platform/web/format/list.ts';
import { type TranslationOf, useMessages } from '#platform/web/i18n/messages.ts';
import { findAllowedPages, type TreePage } from './access/page-tree.ts';
import { peopleMessages } from './messages.ts';

type Texts = TranslationOf<typeof peopleMessages>;
type NamedRole = Pick<RoleEntry, 'key' | 'label' | 'description'>;
type LabelsByRole = Readonly<Record<string, string>>;

/** Returns a role's name and description in the user's language; forms show the stored text. */
export function useRoleLabels(): (role: NamedRole) => { label: string; description: string | null } {
  const getRoleLabel = useRoleLabel();
  const translated: LabelsByRole = useMessages(peopleMessages).roleDescriptions;
  const stored: LabelsByRole = peopleMessages.en.roleDescriptions;
  return ({ key, label, description }) => ({
    label: getRoleLabel(key, label),
    description: description === stored[key] ? (translated[key] ?? description) : description,
  });
}

/** Returns labels for a user's role and locations; unknown ones are shown unchanged. */
export function useUserLabels() {
  const { everywhere } = useMessages(peopleMessages).users;
  const getRoleTexts = useRoleLabels();
  const getRoleLabel = useRoleLabel();
  const roleRows = useQuery(rolesQuery());
  const branchRows = useQuery(branchesQuery());
  const roles = (roleRows.data?.rows ?? []).map((role) => ({ ...role, ...getRoleTexts(role) }));
  const branches = branchRows.data ?? [];
  const roleNames = new Map(roles.map(({ key, label }) => [key, label]));
  const branchNames = new Map(branches.map(({ _id, name }) => [_id, name]));
  const formatAssigned = (person: Person) =>
    formatList([...person.branches, ...person.kitchens].map((id) => branchNames.get(id) ?? id));
  return {
    /** Whether some names are still loading. */
    isPending: roleRows.isPending || branchRows.isPending,
    roles,
    formatRole: (person: Person) => roleNames.get(person.role) ?? getRoleLabel(person.role, person.roleLabel),
    formatLocations: (person: Person) =>
      getScope(person).kind === 'all' ? everywhere : formatAssigned(person),
  };
}

/** Returns labels for the entries of a page list; pages without a menu entry show their menu page in brackets. */
export function usePageNames(): (entry: string) => string {
  const names = useMessages(pageMessages);
  const getName = ({ label, area }: TreePage) => (area ? `${names[label]} (${names[area]})` : names[label]);
  return (entry) => {
    const allowedPages = findAllowedPages(entry);
    return allowedPages.length > 0 ? formatList(allowedPages.map(getName)) : entry;
  };
}

/** Formats the granted permission flags. */
export function formatFlags(permissions: Permissions, isMasterAdmin: boolean, t: Texts): string {
  const grantedFlags = permissionFlags
    .filter((flag) => isMasterAdmin || permissions[flag])
    .map((flag) => t.flags[flag]);
  return grantedFlags.length > 0 ? formatList(grantedFlags) : t.none;
}

/**
 * Formats a page list (SPEC section 6): `*` means every page; an empty list means every page if the user has
 * View.
 */
export function formatPages(
  { allowedPages, permissions }: { allowedPages: readonly string[]; permissions: Permissions },
  t: Texts,
): string {
  if (allowedPages.includes('*')) return t.allPages;
  if (allowedPages.length > 0) return t.pages(allowedPages.length);
  return permissions.canView ? t.byCanView : t.none;
}
