import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { NoBranch } from '#platform/web/layout/missing-setup.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { listVisibleBranches } from '../orders-list/list-branches.ts';
import { homeMessages } from './messages.ts';

interface BranchScreenProps {
  title: string;
  /** Branch ID in the URL. */
  requestedBranch: string | undefined;
  context(branch: Branch, kitchen: Branch | null): string;
  actions?(branch: Branch): ReactNode;
  children(branch: Branch, kitchen: Branch | null): ReactNode;
}

/** Page about one branch, with a switch for users with several branches. */
export function BranchScreen({ title, requestedBranch, context, actions, children }: BranchScreenProps) {
  const t = useMessages(homeMessages);
  const { query, choices, branch, kitchen } = useOwnBranch(requestedBranch);
  return (
    <Page>
      <PageHeader
        title={title}
        context={branch ? context(branch, kitchen) : ' '}
        actions={
          branch ? (
            <>
              <BranchSwitch label={t.branch} choices={choices} value={branch._id} />
              {actions?.(branch)}
            </>
          ) : null
        }
      />
      {branch ? (
        children(branch, kitchen)
      ) : query.isError ? (
        <LoadFailed title={t.branchesFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows label={t.loading} />
      ) : (
        <NoBranch />
      )}
    </Page>
  );
}

interface BranchSwitchProps {
  label: string;
  choices: readonly { id: string; name: string }[];
  value: string;
}

/** Switches the branch; hidden if there is only one. */
function BranchSwitch({ label, choices, value }: BranchSwitchProps) {
  const navigate = useNavigate();
  if (choices.length < 2) return null;
  return (
    <Select
      aria-label={label}
      className="w-auto max-w-56"
      value={value}
      onChange={(event) => {
        const branch = event.currentTarget.value;
        void navigate({ to: '.', search: (current) => ({ ...current, branch }), replace: true });
      }}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Returns the branch in the URL if the user may see it, otherwise the user's first branch. */
function useOwnBranch(requestedId: string | undefined) {
  const user = useUser();
  const query = useQuery(branchesQuery());
  const branches = query.data ?? [];
  const choices = listVisibleBranches(
    branches.filter(({ isActive }) => isActive),
    user,
  );
  const id = choices.find((choice) => choice.id === requestedId)?.id ?? choices[0]?.id;
  const findBranch = (branchId: string | null | undefined): Branch | null =>
    branches.find(({ _id }) => _id === branchId) ?? null;
  const branch = findBranch(id);
  return { query, choices, branch, kitchen: findBranch(branch?.supplyingKitchenId) };
}
