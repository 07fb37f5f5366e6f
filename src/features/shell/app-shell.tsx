import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { signOut } from '#src/collections/session.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { Shell } from '#src/components/layout/shell.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ContinueOffer } from './continue-offer.tsx';

/** The shell with everything that needs collections: sign-out, the offer to continue, the queue. */
export function AppShell({ children }: { children: ReactNode }) {
  const t = useMessages(layoutMessages);
  const user = useUser();
  const label = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const title = label ? t.menu[label] : '';
  return (
    <Shell user={user} title={title} waiting={0} onSignOut={signOut} notice={<ContinueOffer />}>
      <title>{title ? `${title} · ${t.appName}` : t.appName}</title>
      {children}
    </Shell>
  );
}
