import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { ArrowRight, History, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { resumeOrders } from '#platform/web/cache/background.ts';
import { breakerStore } from '#platform/web/cache/breaker.ts';
import { getSavedOrdersTime } from '#platform/web/cache/saved-orders.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toSafePath } from '#platform/web/session/return-path.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { shellMessages } from './messages.ts';

/** Shows, across navigation, the age of cached orders and how to resume. */
export function SavedOrdersNotice() {
  const t = useMessages(shellMessages).savedOrders;
  const queryClient = useQueryClient();
  const openBreakers = useStore(breakerStore);
  const savedAt = useSyncExternalStore(
    // Events may arrive during a React render, so notifications are batched.
    (onChange) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    () => getSavedOrdersTime(queryClient, openBreakers),
  );
  if (savedAt === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-muted px-4 py-1 text-sm">
      <History className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span>{t.showing(formatTime(savedAt))}</span>
      <Button variant="link" size="sm" className="px-2" onClick={() => resumeOrders(queryClient)}>
        {t.resume}
      </Button>
    </p>
  );
}

interface ContinueBarProps {
  /** Stored path of the page that the user had requested; not yet validated. */
  offer: string;
  /** The page shown after signing in. */
  landing: string;
  onDismiss(): void;
}

/** After sign-in, offers the page that was originally requested; the landing page is shown first. */
export function ContinueBar({ offer, landing, onDismiss }: ContinueBarProps) {
  const t = useMessages(layoutMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const router = useRouter();
  const href = toSafePath(offer, window.location.origin);
  if (href === null) return null;
  const target = href.split('?')[0] ?? href;
  const { page, title } = router.matchRoutes(target, {}).at(-1)?.staticData ?? {};
  // A route whose `page` is null is open to every signed-in user.
  const canOpen = page === null || (page !== undefined && canOpenPage(user, page));
  if (target === landing || !canOpen || !title) return null;
  return (
    <div className="flex items-center gap-2 border-b bg-selected px-4 py-1.5 text-sm">
      <Link
        to={href}
        className="inline-flex min-h-9 items-center gap-2 font-medium text-primary hover:underline touch:min-h-11"
      >
        {t.continueTo(names[title])}
        <ArrowRight className="size-4 rtl:-scale-x-100" aria-hidden="true" />
      </Link>
      <span className="flex-1" />
      <Button variant="ghost" size="icon" aria-label={t.dismiss} onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
