import { getRouteApi } from '@tanstack/react-router';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { NoKitchen } from '#src/components/layout/needed.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { BranchScreen } from '../branch-home/branch-screen.tsx';
import { DeliveryCalendarCard } from './delivery-calendar-card.tsx';
import { KitchenItems } from './kitchen-items.tsx';
import { kitchenViewMessages } from './kitchen-view-messages.ts';
import { StoppedCard } from './stopped-card.tsx';

const route = getRouteApi('/_shell/branch-order/central-kitchen');

/** `/branch-order/central-kitchen`: what a branch may see of its kitchen. */
export function BranchKitchenPage() {
  const t = useMessages(kitchenViewMessages);
  return (
    <BranchScreen
      title={useMessages(pageMessages).branchKitchen}
      asked={route.useSearch().branch}
      context={(branch, kitchen) => (kitchen ? t.context(kitchen.name, branch.name) : branch.name)}
    >
      {(branch) =>
        branch.supplyingKitchenId === null ? (
          <NoKitchen branch={branch} />
        ) : (
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <KitchenItems key={branch._id} branch={branch._id} />
            <aside className="flex flex-col gap-4 max-xl:order-first">
              <DeliveryCalendarCard branch={branch} />
              <StoppedCard />
            </aside>
          </div>
        )
      }
    </BranchScreen>
  );
}
