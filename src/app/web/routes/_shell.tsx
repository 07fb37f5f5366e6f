import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router';
import { ensureUser } from '#modules/people/web/queries/session.ts';
import { AuthPending } from '#platform/web/layout/auth-pending.tsx';
import { ErrorScreen } from '#platform/web/layout/error-screen.tsx';
import { PrintoutHost } from '#platform/documents/web/printout.tsx';
import { Reasons } from '#modules/reasons/web/reasons.tsx';
import { AccountLauncher } from '#modules/people/web/account/account-launcher.tsx';
import { PaletteLauncher } from '#app/web/palette/palette-launcher.tsx';
import { AppShell } from '#app/web/shell/app-shell.tsx';
import { completeLocale } from '#platform/web/i18n/choose-locale.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { CameraButton } from '#platform/web/scanning/camera-button.tsx';
import { CameraHost } from '#platform/web/scanning/camera-host.tsx';
import { decideAccess } from '#platform/web/session/guard.ts';
import { currentProfile } from '#platform/web/session/session.ts';
import { ImportSlot } from '#modules/master-data/web/import-slot.ts';

/** File parsing, mapping and validation are loaded with the first import. */
const ImportScreen = lazyView(
  async () => (await import('#modules/imports/web/import-screen.tsx')).ImportScreen,
);

/** Rarely shown: the menu doesn't list pages that the user may not open. */
const NoAccess = lazyView(async () => (await import('#app/web/shell/no-access.tsx')).NoAccess);

const renderImport = (kind: string) => <ImportScreen key={kind} name={kind} />;

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
    return { user, deniedPage: access.kind === 'refused' ? access.page : null };
  },
  pendingMs: 150,
  pendingComponent: AuthPending,
  errorComponent: ErrorScreen,
  component: ShellContent,
});

/** Renders the page only if the user may open it; the URL stays the same. */
function ShellContent() {
  const { deniedPage } = Route.useRouteContext();
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  return (
    <AppShell
      tools={
        <>
          <CameraButton />
          <PaletteLauncher />
          <AccountLauncher />
          <CameraHost />
        </>
      }
    >
      {deniedPage === null ? (
        <ImportSlot value={renderImport}>
          <Reasons>
            <Outlet />
            <PrintoutHost />
          </Reasons>
        </ImportSlot>
      ) : (
        <NoAccess page={deniedPage} title={title} />
      )}
    </AppShell>
  );
}
