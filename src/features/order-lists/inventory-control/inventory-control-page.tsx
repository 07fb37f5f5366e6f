import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardCheck, PackageOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Together } from '#src/components/layout/together.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { BranchScreen } from '../branch-home/branch-screen.tsx';
import { DeliveriesCard } from '../branch-home/deliveries-card.tsx';
import { homeMessages } from '../branch-home/home-messages.ts';
import { cardGrid, WaitingCards } from '../branch-home/list-card.tsx';
import { LowCard } from './low-card.tsx';
import { useBranchOrders } from '../branch-home/use-branch-orders.ts';
import { WastageCard } from './wastage-card.tsx';

const route = getRouteApi('/_shell/branch-order/inventory-control');

const ways = [
  { to: '/branch-order/receiving-order', name: 'receivingOrder', text: 'receive', icon: PackageOpen },
  { to: '/branch-order/stock-count', name: 'stockCount', text: 'count', icon: ClipboardCheck },
  { to: '/branch-order/wastage', name: 'wastage', text: 'waste', icon: Trash2 },
] as const;

/** `/branch-order/inventory-control`: what is due about the stock of a branch, and the way to each of the three. */
export function InventoryControlPage() {
  const t = useMessages(homeMessages).inventory;
  return (
    <BranchScreen
      title={useMessages(pageMessages).inventoryControl}
      asked={route.useSearch().branch}
      context={(branch) => t.context(branch.name)}
    >
      {(branch) => (
        <div className="flex flex-col gap-4">
          <Ways />
          <Due key={branch._id} branch={branch._id} />
        </div>
      )}
    </BranchScreen>
  );
}

function Ways() {
  const t = useMessages(homeMessages).inventory;
  const pages = useMessages(pageMessages);
  const user = useUser();
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
      {ways
        .filter(({ to }) => canOpenPage(user, to))
        .map(({ to, name, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-16 items-center gap-3 rounded-lg border bg-card px-4 py-3 hover:bg-accent"
            >
              <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />
              <span>
                <span className="block font-medium">{pages[name]}</span>
                <span className="block text-muted-foreground text-xs">{t[text]}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

function Due({ branch }: { branch: string }) {
  const orders = useBranchOrders(branch);
  const [now] = useState(Date.now);
  return (
    <Together waiting={<WaitingCards count="three" />}>
      <div className={cardGrid.three}>
        <DeliveriesCard orders={orders} />
        <LowCard branch={branch} />
        <WastageCard branch={branch} nowMs={now} />
      </div>
    </Together>
  );
}
