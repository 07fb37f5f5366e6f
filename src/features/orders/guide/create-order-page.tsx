import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { NoBranch } from '#src/components/layout/needed.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { CreateOrder } from './create-order.tsx';
import { orderTexts } from '../messages.ts';
import { chosenBranch, orderBranches } from './order-branch.ts';

/** `/branch-order/create-order`: the branch first, then its order guide. */
export function CreateOrderPage() {
  const t = useMessages(orderTexts).guide;
  const title = useMessages(pageMessages).createOrder;
  const user = useUser();
  const search = useSearch({ from: '/_shell/branch-order/create-order' });
  const branches = useQuery(branchesQuery());

  if (!branches.data) {
    return (
      <Page>
        <PageHeader title={title} context={' '} />
        {branches.error ? (
          <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
        ) : (
          <SkeletonRows rows={12} label={t.loading} />
        )}
      </Page>
    );
  }
  const choices = orderBranches(branches.data, user);
  const branch = chosenBranch(choices, search.branch, user._id);
  if (branch === null) {
    return (
      <Page>
        <PageHeader title={title} />
        <NoBranch />
      </Page>
    );
  }
  const kitchen = branches.data.find((other) => other._id === branch.supplyingKitchenId);
  return <CreateOrder key={branch._id} branch={branch} choices={choices} kitchenName={kitchen?.name ?? ''} />;
}
