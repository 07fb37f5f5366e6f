import { useRouterState } from '@tanstack/react-router';
import { ChevronDown, CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { breakerStore } from '#platform/web/cache/breaker.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { isAvailableOffline } from '#platform/web/device/is-available-offline.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useBackgroundModule, useLazyModule } from '#platform/web/lazy-module.ts';
import { clearReturnPath, consumeReturnPath } from '#platform/web/session/return-path.ts';
import { useStore } from '#platform/web/store.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';

/**
 * Shows that the server is unreachable, what still works, and the number of unsent actions. It sticks below
 * the top bar; on a phone the details are collapsed.
 */
export function OfflineBanner({ unsentCount }: { unsentCount: number }) {
  const t = useMessages(layoutMessages);
  const { isAlive, lastResponseAt } = useConnection();
  const isDesktop = useMedia(desktopQuery);
  const bannerRef = useRef<HTMLDivElement>(null);
  useBarsBlock(bannerRef, !isAlive);
  return (
    <div ref={bannerRef} role="status" className="sticky top-14 z-25 bg-background print:hidden">
      {isAlive ? null : (
        <details open={isDesktop} className="pill-status-amber px-4 py-2 text-sm">
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 touch:min-h-7">
            <CloudOff className="size-4 shrink-0" aria-hidden="true" />
            <strong className="font-medium">{t.offline.title}</strong>
            {unsentCount > 0 ? <span>{t.offline.queued(unsentCount)}</span> : null}
            {lastResponseAt ? <span>{t.offline.lastContact(formatAge(lastResponseAt))}</span> : null}
            <ChevronDown className="ms-auto size-4 md:hidden" aria-hidden="true" />
          </summary>
          <p className="ps-6">
            {t.offline.text} {isAvailableOffline() ? t.offline.reopens : t.offline.noReload}
          </p>
        </details>
      )}
    </div>
  );
}

/** Publishes the height of the banners as `--bars-block`, for elements that stick below them. */
function useBarsBlock(bannerRef: React.RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const element = bannerRef.current;
    if (!isShown || element === null) return undefined;
    const observer = new ResizeObserver(() =>
      style.setProperty('--bars-block', `calc(3.5rem + ${element.offsetHeight}px)`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bars-block');
    };
  }, [bannerRef, isShown]);
}

/** Banner contents, loaded when the first banner is shown. */
export const lazyBanners = lazyModule(() => import('./lazy-banners.tsx'));

/** Shows that orders temporarily come from the cache (SPEC section 8), their age, and how to resume. */
export function BreakerBanner() {
  const loaded = useBackgroundModule(useStore(breakerStore).size > 0, lazyBanners);
  return (
    <div role="status" className="print:hidden">
      {loaded === null ? null : <loaded.SavedOrdersNotice />}
    </div>
  );
}

const recallNotifications = lazyModule(() => import('./notifications/recall-notifications.tsx'));

/** Delay in ms that lets the opened page load its data first. */
const loadDelayMs = 1500;

/** Shows, on every page, recalls that the user's locations have not responded to, except mock recalls. */
export function RecallNotice() {
  const loaded = useLazyModule(recallNotifications);
  useEffect(() => {
    const timer = setTimeout(recallNotifications.load, loadDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return <div className="print:hidden">{loaded === null ? null : <loaded.RecallBanner />}</div>;
}

/** "Continue to Inventory": offered on the landing page after sign-in, removed with the next navigation. */
export function ContinueOffer() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [landing] = useState(path);
  const [offer, setOffer] = useState(consumeReturnPath);
  useEffect(clearReturnPath, []);
  if (offer !== null && path !== landing) setOffer(null);
  const loaded = useBackgroundModule(offer !== null, lazyBanners);
  if (offer === null || loaded === null) return null;
  return <loaded.ContinueBar offer={offer} landing={landing} onDismiss={() => setOffer(null)} />;
}
