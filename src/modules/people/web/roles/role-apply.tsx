import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Actor, canOpenPage, type Flag, permissionFlags, canWrite } from '#core/permissions.ts';
import type { Person, RoleEntry } from '../queries/people.ts';
import { applyRole, roleMembersQuery } from '../queries/people-writes.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { listAllLinks } from '#platform/web/layout/menu.ts';
import { pageMessages, type PageName } from '#platform/web/layout/page-messages.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { useGrantRules } from '../access/access.tsx';
import { allowSamePages } from '../access/page-tree.ts';
import { peopleMessages } from '../messages.ts';
import { peopleRowMessages } from '../row-messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

/**
 * Applies a changed role to its users, who otherwise keep their access. Lists each user whose access differs,
 * with the access they would gain and lose; selected users are updated in one transaction.
 */
export function RoleApply({ role }: { role: RoleEntry }) {
  const { apply: t, users, roles } = useMessages(peopleRowMessages);
  const user = useUser();
  const grantRules = useGrantRules();
  const queryClient = useQueryClient();
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(roleMembersQuery(role.key));
  if (!data && error) return <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t.loading} rows={3} />;

  const people = data.rows.filter((person) => person.role === role.key && !person.isMasterAdmin);
  const usersToChange = people.flatMap((person) => {
    const change = computeAccessChange(person, role);
    return change ? [{ person, change }] : [];
  });
  const exceedsRights = grantRules.roleExceedsOwnRights(role);
  const canApply = canWrite(user, 'users', 'canEdit') && canWrite(user, 'roles', 'canEdit');
  const isSuperior = (person: Person) => grantRules.userExceedsOwnRights(person);
  const selected = usersToChange.filter(({ person }) => !excluded.has(person._id) && !isSuperior(person));

  async function apply(): Promise<void> {
    setSaving(true);
    setProblem(null);
    try {
      const changed = await applyRole(
        queryClient,
        role,
        selected.map(({ person }) => person),
      );
      toast(t.done(changed));
    } catch (error) {
      setProblem(getErrorMessage(error, t.applyFailed));
      void refetch();
    } finally {
      setSaving(false);
    }
  }

  const select = (id: string, isOn: boolean) => {
    const next = new Set(excluded);
    if (isOn) next.delete(id);
    else next.add(id);
    setExcluded(next);
  };
  const disabledReason = isSaving
    ? t.applying
    : exceedsRights
      ? roles.beyond
      : selected.length === 0
        ? t.noneSelected
        : null;

  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-sm">{t.title}</h3>
      <p className="text-muted-foreground text-sm">
        {usersToChange.length === 0
          ? t.allSame(people.length)
          : t.differing(usersToChange.length, people.length)}
      </p>
      {problem === null ? null : (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      )}
      {usersToChange.length > 0 ? (
        <ul aria-label={t.title} className="divide-y rounded-md border bg-card px-3 text-sm">
          {usersToChange.map(({ person, change }) => (
            <li key={person._id} className="py-1.5">
              {canApply ? (
                <CheckField
                  label={person.name}
                  value={!excluded.has(person._id) && !isSuperior(person)}
                  onChange={(isOn) => select(person._id, isOn)}
                  lockedReason={isSuperior(person) ? users.superior : null}
                />
              ) : (
                <p>{person.name}</p>
              )}
              <Change change={change} />
            </li>
          ))}
        </ul>
      ) : null}
      {canApply && usersToChange.length > 0 ? (
        <GuardedButton
          variant="primary"
          className="self-start"
          disabledReason={disabledReason}
          onClick={() => void apply()}
        >
          {t.apply(selected.length)}
        </GuardedButton>
      ) : null}
    </section>
  );
}

function Change({ change }: { change: AccessChange }) {
  const t = useMessages(peopleRowMessages).apply;
  const flagLabels = useMessages(peopleMessages).flags;
  const pages = useMessages(pageMessages);
  const formatNames = (flags: AccessChange['flagsGained'], names: readonly PageName[]) =>
    formatList([...flags.map((flag) => flagLabels[flag]), ...new Set(names.map((name) => pages[name]))]);
  const gained = formatNames(change.flagsGained, change.pagesGained);
  const lost = formatNames(change.flagsLost, change.pagesLost);
  return (
    <p className="pb-1 text-muted-foreground text-xs">
      {gained ? t.gains(gained) : null}
      {gained && lost ? ' · ' : null}
      {lost ? t.loses(lost) : null}
      {gained || lost ? null : t.sameInEffect}
    </p>
  );
}

/** Access that a user gains and loses. */
interface AccessChange {
  flagsGained: Flag[];
  flagsLost: Flag[];
  pagesGained: PageName[];
  pagesLost: PageName[];
}

type RoleGrant = Pick<RoleEntry, 'permissions' | 'allowedPages'>;

/**
 * Returns the access that a user gains and loses by their role's flags and pages; null if there is no
 * difference.
 */
export function computeAccessChange(person: Actor, role: RoleGrant): AccessChange | null {
  const { permissions, allowedPages } = role;
  const isSame = permissionFlags.every((flag) => person.permissions[flag] === permissions[flag]);
  if (isSame && allowSamePages(person.allowedPages, allowedPages)) return null;
  const updated: Actor = { ...person, permissions, allowedPages };
  const links = listAllLinks();
  const listGained = (from: Actor, to: Actor) =>
    links.filter((link) => !canOpenPage(from, link.to) && canOpenPage(to, link.to)).map(({ label }) => label);
  return {
    flagsGained: permissionFlags.filter((flag) => permissions[flag] && !person.permissions[flag]),
    flagsLost: permissionFlags.filter((flag) => !permissions[flag] && person.permissions[flag]),
    pagesGained: listGained(person, updated),
    pagesLost: listGained(updated, person),
  };
}
