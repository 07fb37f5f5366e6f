import { getRouteApi, Link } from '@tanstack/react-router';
import { canOpenPage, hasFlag } from '#domain/permissions.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed, SavedDataNote, SkippedNote } from '#src/components/layout/states.tsx';
import { Together } from '#src/components/layout/together.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useConnection } from '#src/lib/api/connection.ts';
import { useUser } from '#src/lib/session/session.ts';
import { BranchScreen } from './branch-screen.tsx';
import { CountsCard } from './counts-card.tsx';
import { CutoffCard } from './cutoff-card.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { DraftsCard } from './drafts-card.tsx';
import { homeMessages } from './home-messages.ts';
import { cardGrid, WaitingCards } from './list-card.tsx';
import { StageFigures } from './stage-figures.tsx';
import { useBranchOrders } from './use-branch-orders.ts';

const route = getRouteApi('/_shell/branch-order/branch');

/** `/branch-order/branch`: what a branch has to do about its orders today. */
export function BranchHomePage() {
  const t = useMessages(homeMessages);
  const user = useUser();
  const mayOrder = hasFlag(user, 'canCreate') && canOpenPage(user, '/branch-order/create-order');
  return (
    <BranchScreen
      title={useMessages(pageMessages).branchHome}
      asked={route.useSearch().branch}
      context={(branch, kitchen) => (kitchen ? t.context(branch.name, kitchen.name) : branch.name)}
      actions={(branch) =>
        mayOrder ? (
          <Button asChild variant="primary">
            <Link to="/branch-order/create-order" search={{ branch: branch._id }}>
              {t.newOrder}
            </Link>
          </Button>
        ) : null
      }
    >
      {(branch) => <BranchHome branch={branch} mayOrder={mayOrder} />}
    </BranchScreen>
  );
}

function BranchHome({ branch, mayOrder }: { branch: Branch; mayOrder: boolean }) {
  const t = useMessages(homeMessages);
  const { isAlive } = useConnection();
  const orders = useBranchOrders(branch._id);
  if (orders.isError && !orders.data)
    return <LoadFailed title={t.failed} error={orders.error} onRetry={() => void orders.refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      {orders.data && (orders.isError || !isAlive) ? <SavedDataNote loadedAt={orders.dataUpdatedAt} /> : null}
      <SkippedNote count={orders.data?.skipped ?? 0} />
      <StageFigures branch={branch._id} orders={orders} />
      <Together waiting={<WaitingCards count="four" />}>
        <div className={cardGrid.four}>
          <CutoffCard branch={branch} orders={orders} mayOrder={mayOrder} />
          <DraftsCard orders={orders} />
          <DeliveriesCard orders={orders} />
          <CountsCard branch={branch} />
        </div>
      </Together>
    </div>
  );
}
