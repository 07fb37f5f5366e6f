import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { ContinueBar } from '#src/components/layout/continue-bar.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { safePath, takeOver } from '#src/lib/session/origin.ts';
import { useUser } from '#src/lib/session/session.ts';

/** Taken out of storage by this first read: a value of this page load only. */
let handedOver: string | null = takeOver();

/** "Continue to Inventory": offered on the page where signing in landed, gone with the next step. */
export function ContinueOffer() {
  const t = useMessages(pageMessages);
  const user = useUser();
  const router = useRouter();
  const location = useRouterState({ select: (state) => state.location });
  const [landing] = useState(location.pathname);
  const [isDismissed, setDismissed] = useState(false);
  const href = safePath(location.state.continueTo ?? handedOver, window.location.origin);
  if (href === null || isDismissed) return null;

  const route = router.matchRoutes(href.split('?')[0] ?? href, {}).at(-1);
  const { page, title } = route?.staticData ?? {};
  const isElsewhere = location.pathname !== landing || href.split('?')[0] === landing;
  if (isElsewhere || !page || !title || !canOpenPage(user, page)) return null;

  function forget(): void {
    handedOver = null;
    setDismissed(true);
  }
  return <ContinueBar href={href} title={t[title]} onDismiss={forget} />;
}
