import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router';
import { ensureUser } from '#src/collections/people/session.ts';
import { AuthPending } from '#src/components/layout/auth-pending.tsx';
import { ErrorScreen } from '#src/components/layout/error-screen.tsx';
import { PrintoutHost } from '#src/entities/document/printout.tsx';
import { Reasons } from '#src/entities/reason/reasons.tsx';
import { AccountLauncher } from '#src/features/people/account/account-launcher.tsx';
import { PaletteLauncher } from '#src/features/palette/palette-launcher.tsx';
import { AppShell } from '#src/features/shell/app-shell.tsx';
import { completeLocale } from '#src/lib/i18n/choose-locale.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { decideAccess } from '#src/lib/session/guard.ts';
import { currentProfile } from '#src/lib/session/session.ts';
import { ImportSlot } from '#src/master-data/import-slot.ts';

/** File parsing, mapping and validation are loaded with the first import. */
const ImportScreen = lazyView(
  async () => (await import('#src/features/import/import-screen.tsx')).ImportScreen,
);

/** Rarely shown: users don't see pages in the menu that they may not open. */
const NoAccess = lazyView(async () => (await import('#src/features/shell/no-access.tsx')).NoAccess);

const importOf = (kind: string) => <ImportScreen key={kind} name={kind} />;

export const Route = createFileRoute('/_shell')({
  async beforeLoad({ context, location, matches }) {
    const user = await ensureUser(context.queryClient);
    if (!user)
      throw redirect({ to: currentProfile().startPage, state: { from: location.href }, replace: true });
    if (user.mustChangePassword)
      throw redirect({ to: currentProfile().startPage, state: { from: location.href }, replace: true });
    await completeLocale();
    const access = decideAccess(user, matches);
    if (access.kind === 'redirect') throw redirect({ to: access.to, replace: true });
    return { user, refused: access.kind === 'refused' ? access.page : null };
  },
  pendingMs: 150,
  pendingComponent: AuthPending,
  errorComponent: ErrorScreen,
  component: Below,
});

/** Renders the page only if the user may open it; the address stays. */
function Below() {
  const { refused } = Route.useRouteContext();
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  return (
    <AppShell
      tools={
        <>
          <PaletteLauncher />
          <AccountLauncher />
        </>
      }
    >
      {refused === null ? (
        <ImportSlot value={importOf}>
          <Reasons>
            <Outlet />
            <PrintoutHost />
          </Reasons>
        </ImportSlot>
      ) : (
        <NoAccess page={refused} title={title} />
      )}
    </AppShell>
  );
}
