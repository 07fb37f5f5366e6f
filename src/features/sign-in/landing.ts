import type { QueryClient } from '@tanstack/react-query';
import { redirect, useNavigate, useRouterState } from '@tanstack/react-router';
import { landingPage } from '#domain/permissions.ts';
import { ensureUser } from '#src/collections/people/session.ts';
import { type ClientName } from '#src/lib/api/profiles.ts';
import { lastPage, opensLastPage } from '#src/lib/session/last-page.ts';
import { saveReturnPath } from '#src/lib/session/return-path.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { chooseClient } from '#src/lib/session/session.ts';

/** Roles that reach their landing page by a full page load (SPEC section 4); the others stay in the page. */
const reloadingRoles: readonly string[] = ['custom_role_ck', 'custom_role_sk', 'admin', 'master_admin'];

/**
 * Before a sign-in page shows: its address chooses the client, and who is signed in already goes to their page, by the
 * icon of the installed dashboard to the one they left. Who has
 * yet to choose a password of their own does so here.
 */
export async function redirectSignedIn(queryClient: QueryClient, client: ClientName): Promise<void> {
  chooseClient(client);
  const user = await ensureUser(queryClient);
  if (!user || user.mustChangePassword) return;
  const last = opensLastPage() ? lastPage(user._id) : null;
  throw redirect({ ...(last === null ? { to: landingPage(user.role) } : { href: last }), replace: true });
}

/** What happens after signing in: to the landing page, carrying along where the person wanted to go. */
export function useSignedIn(leaveFor: (path: string) => void): (user: SessionUser) => void {
  const navigate = useNavigate();
  const from = useRouterState({ select: (state) => state.location.state.from });
  return (user) => {
    // The page itself asks for another password first, and comes back here.
    if (user.mustChangePassword) return;
    const landing = landingPage(user.role);
    saveReturnPath(from ?? null);
    if (reloadingRoles.includes(user.role)) leaveFor(landing);
    else void navigate({ to: landing, replace: true });
  };
}
