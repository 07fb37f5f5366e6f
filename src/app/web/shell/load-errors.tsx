import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { listMenuLinks, getVisibleMenu } from '#platform/web/layout/menu.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { connectionStore, useConnection } from '#platform/web/api/connection.ts';
import { isAvailableOffline } from '#platform/web/device/is-available-offline.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { missingModules, retryMissingModules } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { shellMessages } from './messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';

/**
 * Replaces a page whose code could not be loaded, lists the pages that are loaded, and retries automatically.
 * It never reloads by itself, because that would close the dashboard while offline.
 */
export function PageLoadError({ reset }: { reset(): void }) {
  const t = useMessages(shellMessages).missing;
  const names = useMessages(pageMessages);
  const router = useRouter();
  const label = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const { isAlive } = useConnection();
  const [isRetrying, setRetrying] = useState(false);
  const unsentCount = useOutbox().filter((entry) => entry.state !== 'sent').length;

  const retry = async () => {
    setRetrying(true);
    for (const { routeId } of router.state.matches)
      await router.routesById[routeId].options.component?.preload?.();
    setRetrying(false);
    reset();
  };
  const onConnectionChange = useEffectEvent((wasAlive: boolean) => {
    if (!wasAlive && connectionStore.get().isAlive) void retry();
  });
  useEffect(() => {
    let { isAlive: wasAlive } = connectionStore.get();
    return connectionStore.subscribe(() => {
      onConnectionChange(wasAlive);
      wasAlive = connectionStore.get().isAlive;
    });
  }, []);

  const texts = isAlive ? t.gone : t.offline;
  return (
    <Page>
      <PageHeader title={label ? names[label] : t.page} context={texts.title} />
      <div role="alert" className="flex max-w-prose flex-col gap-3">
        <p className="flex gap-2 text-sm">
          {isAlive ? (
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-status-amber" aria-hidden="true" />
          ) : (
            <CloudOff className="mt-0.5 size-4 shrink-0 text-status-amber" aria-hidden="true" />
          )}
          <span>{texts.text}</span>
        </p>
        {isAlive || isAvailableOffline() ? null : <p className="text-sm">{t.noReload}</p>}
        {unsentCount > 0 ? <p className="text-sm">{t.queue(unsentCount)}</p> : null}
        <div className="flex flex-wrap gap-2">
          <Button disabled={isRetrying} onClick={() => void retry()}>
            <RotateCw aria-hidden="true" />
            {t.retry}
          </Button>
          {isAlive ? (
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t.reload}
            </Button>
          ) : null}
        </div>
      </div>
      <LoadedPages />
    </Page>
  );
}

/** Pages whose code is already loaded; only these can be opened while offline. */
function LoadedPages() {
  const t = useMessages(shellMessages).missing;
  const names = useMessages(pageMessages);
  const router = useRouter();
  const links = listMenuLinks(getVisibleMenu(useUser())).filter(({ to }) =>
    isPageLoaded(router.routesByPath[to]),
  );
  if (links.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 pt-6">
      <h2 className="font-semibold text-base">{t.available}</h2>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-lg border bg-card px-4 py-2 font-medium text-sm hover:bg-accent"
            >
              <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              {names[label]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Once loaded, a lazy route component no longer has `preload`. */
function isPageLoaded(route: { options: { component?: { preload?: unknown } } }): boolean {
  return route.options.component?.preload === undefined;
}

/**
 * Reports a dialog, panel or other part whose code could not be loaded. It opens automatically once loaded;
 * the surrounding page and the user's entries are kept.
 */
export function PartLoadNotice() {
  const t = useMessages(shellMessages).missing;
  const isMissing = useStore(missingModules).size > 0;
  const { isAlive } = useConnection();
  return (
    <div role="status" className="print:hidden">
      {isMissing ? (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-muted px-4 py-1 text-sm">
          <TriangleAlert className="size-4 shrink-0 text-status-amber" aria-hidden="true" />
          <span>{isAlive ? t.part.gone : t.part.offline}</span>
          <Button variant="link" size="sm" className="px-2" onClick={retryMissingModules}>
            {t.retry}
          </Button>
          {isAlive ? (
            <Button variant="link" size="sm" className="px-2" onClick={() => window.location.reload()}>
              {t.reload}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
