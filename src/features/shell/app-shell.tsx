import './shell.css';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { signOut } from '#src/collections/people/session.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { MissingPageContext } from '#src/components/layout/error-screen.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { MissingPage, MissingPartNote } from './missing-part.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { QueueIndicator } from './queue/queue-indicator.tsx';
import { Shell } from './shell.tsx';
import { attachPolicies } from '#src/lib/cache/policies.ts';
import { useLocale } from '#src/lib/i18n/locale.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { keepLastOrders } from '#src/lib/last-orders/last-orders.ts';
import { followOutbox } from '#src/lib/outbox/outbox.ts';
import { useOutbox } from '#src/lib/outbox/use-outbox.ts';
import { useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ContinueOffer } from './continue-offer.tsx';
import { LateMonitor } from './monitor/late-monitor.tsx';
import { useMenuAhead } from './load-menu-ahead.ts';
import { OrdersBell } from './news/orders-bell.tsx';
import { PageArrival } from './page-arrival.tsx';
import { useNewOrderWatch } from './news/use-new-order-watch.ts';

interface AppShellProps {
  /** What other features put into the top bar, before the queue and the bell. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The shell with everything that needs collections: sign-out, the offer to continue, the queue. */
export function AppShell({ tools, children }: AppShellProps) {
  const t = useMessages(layoutMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const label = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const waiting = useOutbox().filter((entry) => entry.state !== 'sent').length;
  const queryClient = useQueryClient();
  // Before the effects of the page inside: what it reads is counted, and kept by the rules, from the first entry on.
  useLayoutEffect(() => startOnce(queryClient), [queryClient]);
  useNewOrderWatch();
  useMenuAhead(user);
  const lacksCurrency = user.baseCurrency === undefined;
  useEffect(() => {
    if (lacksCurrency) void learnCurrency(queryClient);
  }, [lacksCurrency, queryClient]);
  const locale = useLocale();
  useEffect(() => {
    if (locale !== 'en') void learnUnitNames(queryClient);
  }, [locale, queryClient]);
  const newOrders = useNewOrders().length;
  const title = label ? names[label] : '';
  const tabTitle = title ? `${title} · ${t.appName}` : t.appName;
  return (
    <Shell
      user={user}
      title={title}
      waiting={waiting}
      onSignOut={signOut}
      status={
        <>
          {tools}
          <QueueIndicator />
          <OrdersBell />
        </>
      }
      notice={
        <>
          <BreakerBanner />
          <MissingPartNote />
          <ContinueOffer />
        </>
      }
      monitor={<LateMonitor />}
    >
      <title>{newOrders > 0 ? `(${newOrders}) ${tabTitle}` : tabTitle}</title>
      <PageArrival title={title} />
      <MissingPageContext value={drawMissingPage}>{children}</MissingPageContext>
    </Shell>
  );
}

const drawMissingPage = (reset: () => void) => <MissingPage reset={reset} />;

/** A server that does not say with the profile what money is in is asked for it; what asks is loaded then. */
async function learnCurrency(queryClient: QueryClient): Promise<void> {
  try {
    const { learnBaseCurrency } = await import('#src/collections/business/base-currency.ts');
    await learnBaseCurrency(queryClient);
  } catch {
    // Amounts stand without a currency.
  }
}

/** Figures stand with the second names of their units, on screens that read no units, too. */
async function learnUnitNames(queryClient: QueryClient): Promise<void> {
  try {
    await queryClient.query(unitsQuery());
  } catch {
    // Units that everybody has are known without.
  }
}

/** Long enough for the page that was opened to have its data. */
const quietMs = 1500;

/** The queue outlives the shell's comings and goings: it follows the session from the first one on. */
const followed = new WeakSet<QueryClient>();

function startOnce(queryClient: QueryClient): void {
  if (followed.has(queryClient)) return;
  followed.add(queryClient);
  attachPolicies(queryClient);
  followOutbox(queryClient, quietMs);
  keepLastOrders(queryClient);
}
