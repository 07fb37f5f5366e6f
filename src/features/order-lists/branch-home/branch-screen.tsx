import type { ReactNode } from 'react';
import type { Branch } from '#src/collections/places/branches.ts';
import { NoBranch } from '#src/components/layout/needed.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { BranchSwitch } from './branch-switch.tsx';
import { homeMessages } from './home-messages.ts';
import { useOwnBranch } from './use-own-branch.ts';

interface BranchScreenProps {
  title: string;
  /** The branch in the address. */
  asked: string | undefined;
  context(branch: Branch, kitchen: Branch | null): string;
  actions?(branch: Branch): ReactNode;
  children(branch: Branch, kitchen: Branch | null): ReactNode;
}

/** A screen about one branch, with the choice of another where the person has several. */
export function BranchScreen({ title, asked, context, actions, children }: BranchScreenProps) {
  const t = useMessages(homeMessages);
  const { query, choices, branch, kitchen } = useOwnBranch(asked);
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
