import './shell.css';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { signOut } from '#modules/people/web/queries/session.ts';
import { MissingPageContext } from '#platform/web/layout/error-screen.tsx';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { attachPolicies } from '#platform/web/cache/policies.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { recordLastOrders } from '#modules/orders/web/last-orders.ts';
import { useNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import { queueService } from '#platform/web/outbox/lazy-queue-service.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { BreakerBanner, ContinueOffer, RecallNotice } from './banners.tsx';
import { lazyModule, useModuleAfterStart, whenLoaded } from '#platform/web/lazy-module.ts';
import { PageLoadError, PartLoadNotice } from './load-errors.tsx';
import { LazyMonitor } from './monitor/lazy-monitor.tsx';
import { OrdersBell } from './notifications/orders-bell.tsx';
import { useNewOrderWatch } from './notifications/use-new-order-watch.ts';
import { QueueIndicator } from './queue/queue-indicator.tsx';
import { Shell } from './shell.tsx';

interface AppShellProps {
  /** Additional top bar controls, before the queue and the bell. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The shell, connected to the session, the cache and the queue. */
export function AppShell({ tools, children }: AppShellProps) {
  const t = useMessages(layoutMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const label = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const unsentCount = useOutbox().filter((entry) => entry.state !== 'sent').length;
  const queryClient = useQueryClient();
  // A layout effect, so that cache rules and the new-order counter are active before the page's own effects
  // run.
  useLayoutEffect(() => startServices(queryClient), [queryClient]);
  useNewOrderWatch();
  const lacksCurrency = user.baseCurrency === undefined;
  useEffect(() => {
    if (lacksCurrency) void loadCurrency(queryClient);
  }, [lacksCurrency, queryClient]);
  const locale = useLocale();
  useEffect(() => {
    if (locale !== 'en') void loadUnitNames(queryClient);
  }, [locale, queryClient]);
  const newOrders = useNewOrders().length;
  const title = label ? names[label] : '';
  const tabTitle = title ? `${title} · ${t.appName}` : t.appName;
  return (
    <Shell
      user={user}
      title={title}
      unsentCount={unsentCount}
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
          <RecallNotice />
          <BreakerBanner />
          <PartLoadNotice />
          <ContinueOffer />
          <LazyDeviceNotes />
        </>
      }
      monitor={<LazyMonitor />}
    >
      <title>{newOrders > 0 ? `(${newOrders}) ${tabTitle}` : tabTitle}</title>
      <PageAnnouncer title={title} />
      <MissingPageContext value={renderPageLoadError}>{children}</MissingPageContext>
    </Shell>
  );
}

/** Offline storage starts once the first screen is rendered. */
const deviceNotes = lazyModule(() => import('./device/device-notes.tsx'));

function LazyDeviceNotes() {
  const loaded = useModuleAfterStart(deviceNotes);
  return loaded === null ? null : <loaded.DeviceNotes />;
}

const renderPageLoadError = (reset: () => void) => <PageLoadError reset={reset} />;

/** Loads the currency if the server's profile doesn't include it. The code is loaded on demand. */
async function loadCurrency(queryClient: QueryClient): Promise<void> {
  try {
    const { loadBaseCurrency } = await import('#modules/currencies/web/queries.ts');
    await loadBaseCurrency(queryClient);
  } catch {
    // Amounts are shown without a currency.
  }
}

/** Loads the translated unit names, even on screens that don't load units. */
async function loadUnitNames(queryClient: QueryClient): Promise<void> {
  try {
    await queryClient.query(unitsQuery());
  } catch {
    // Standard units have built-in names.
  }
}

/** Delay in ms that lets the opened page load its data first; a new action starts the queue immediately. */
const startDelayMs = 1500;

/** Clients whose services were started. The services survive remounts of the shell. */
const startedClients = new WeakSet<QueryClient>();

function startServices(queryClient: QueryClient): void {
  if (startedClients.has(queryClient)) return;
  startedClients.add(queryClient);
  attachPolicies(queryClient);
  const startedAt = Date.now();
  whenLoaded(queueService, ({ runQueueService }) => runQueueService(queryClient, startedAt));
  setTimeout(queueService.load, startDelayMs);
  recordLastOrders(queryClient);
}

/**
 * Announces the page after navigation and focuses its heading for screen readers. The focus isn't moved if
 * the page or the user has already moved it; the first page is announced by the browser.
 */
function PageAnnouncer({ title }: { title: string }) {
  const t = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const lastPath = useRef(path);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    setHasMoved(true);
    return focusHeadingWhenRendered();
  }, [path]);
  return (
    <div aria-live="polite" className="sr-only">
      {hasMoved && title ? t.arrivedAt(title) : ''}
    </div>
  );
}

/**
 * Focuses the heading once the page is painted or the heading is rendered; focusing immediately would force a
 * layout while the page renders.
 *
 * @returns a function that cancels the focus
 */
function focusHeadingWhenRendered(): () => void {
  const content = document.querySelector('#content');
  if (content === null) return () => undefined;
  const observer = new MutationObserver(() => {
    if (focusHeading(content)) stop();
  });
  const tryFocus = () => {
    if (focusHeading(content)) stop();
    else observer.observe(content, { childList: true, subtree: true });
  };
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timeout = setTimeout(tryFocus);
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timeout);
    observer.disconnect();
    for (const eventType of ['keydown', 'pointerdown']) document.removeEventListener(eventType, stop, true);
  };
  for (const eventType of ['keydown', 'pointerdown']) document.addEventListener(eventType, stop, true);
  return stop;
}

/** Returns true if the focus is now on the heading, or was already set by the page or a dialog. */
function focusHeading(content: Element): boolean {
  const { activeElement } = document;
  const isTaken =
    activeElement !== content &&
    (content.contains(activeElement) || activeElement?.closest('[role="dialog"]'));
  if (isTaken) return true;
  const heading = content.querySelector<HTMLElement>('h1');
  if (heading === null) return false;
  // Focusable by script only; on back and forward navigation, the scroll position is kept.
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
