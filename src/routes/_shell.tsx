import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { ensureUser } from '#src/collections/session.ts';
import { ErrorScreen } from '#src/components/layout/error-screen.tsx';
import { NoAccess } from '#src/components/layout/no-access.tsx';
import { Spinner } from '#src/components/ui/spinner.tsx';
import { AppShell } from '#src/features/shell/app-shell.tsx';
import { decideAccess, PageRefused } from '#src/lib/session/guard.ts';
import { currentProfile } from '#src/lib/session/session.ts';

export const Route = createFileRoute('/_shell')({
  async beforeLoad({ context, location, matches }) {
    const user = await ensureUser(context.queryClient);
    if (!user)
      throw redirect({ to: currentProfile().startPage, state: { from: location.href }, replace: true });
    const access = decideAccess(user, matches);
    if (access.kind === 'redirect') throw redirect({ to: access.to, replace: true });
    if (access.kind === 'refused') throw new PageRefused(access.page);
    return { user };
  },
  pendingMs: 150,
  pendingComponent: Pending,
  errorComponent: Failed,
  component: Below,
});

function Below() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}

function Pending() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted-foreground">
      <Spinner label="Loading" />
    </div>
  );
}

function Failed({ error }: { error: unknown }) {
  if (!(error instanceof PageRefused)) return <ErrorScreen error={error} />;
  return (
    <AppShell>
      <NoAccess page={error.page} />
    </AppShell>
  );
}
