import { useQueryClient } from '@tanstack/react-query';
import { refetchSimpleOrders } from '#src/collections/orders/cache.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { PageLinks } from '#src/components/layout/page-links.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ConnectionCard } from './connection-card.tsx';
import { fallbackMessages } from './messages.ts';
import { SavedOrders } from './saved-orders.tsx';

/** Where the error screen leads: it needs one light call, and is of use without it. */
export function FallbackPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(fallbackMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  return (
    <Page>
      <PageHeader title={names.fallbackDashboard} context={t.context} />
      <div className="flex flex-col gap-6">
        <ConnectionCard onAlive={() => void refetchSimpleOrders(queryClient)} />
        <section>
          <h2 className="pb-2 font-semibold text-sm">{t.orders.title}</h2>
          <SavedOrders />
        </section>
        <section>
          <h2 className="pb-2 font-semibold text-sm">{t.pages}</h2>
          <PageLinks user={user} />
        </section>
      </div>
    </Page>
  );
}
