import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useBackgroundModule } from '#src/lib/lazy-module.ts';
import { clearReturnPath, safePath, consumeReturnPath } from '#src/lib/session/return-path.ts';
import { useUser } from '#src/lib/session/session.ts';

/** Few arrive with a place to go on to. */
const bar = lazyModule(() => import('./continue-bar.tsx'));

/** "Continue to Inventory": offered on the page where signing in landed, gone with the next step. */
export function ContinueOffer() {
  const t = useMessages(pageMessages);
  const user = useUser();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [landing] = useState(path);
  const [offer, setOffer] = useState(consumeReturnPath);
  useEffect(clearReturnPath, []);
  if (offer !== null && path !== landing) setOffer(null);

  const href = safePath(offer, window.location.origin);
  const loaded = useBackgroundModule(href !== null, bar);
  if (href === null || loaded === null) return null;
  const target = href.split('?')[0] ?? href;
  const { page, title } = router.matchRoutes(target, {}).at(-1)?.staticData ?? {};
  // A page of null is open to everybody who is signed in.
  const mayOpen = page === null || (page !== undefined && canOpenPage(user, page));
  if (target === landing || !mayOpen || !title) return null;
  return <loaded.ContinueBar href={href} title={t[title]} onDismiss={() => setOffer(null)} />;
}
