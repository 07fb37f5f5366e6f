import type { QueryClient } from '@tanstack/react-query';
import { redirect, useNavigate, useRouterState } from '@tanstack/react-router';
import { landingPage } from '#core/permissions.ts';
import { ensureUser } from '#modules/people/web/queries/session.ts';
import { type ClientName } from '#platform/web/api/profiles.ts';
import { lastPage, opensLastPage } from '#platform/web/session/last-page.ts';
import { saveReturnPath } from '#platform/web/session/return-path.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { chooseClient } from '#platform/web/session/session.ts';

/** Roles whose landing page is a full page load (SPEC section 4); others navigate within the page. */
const reloadingRoles: readonly string[] = ['custom_role_ck', 'custom_role_sk', 'admin', 'master_admin'];

/**
 * Runs before a sign-in page: the address chooses the API client, and signed-in users are redirected to their
 * page, in the installed app to the last one. Users who still have to change their password stay.
 */
export async function redirectSignedIn(queryClient: QueryClient, client: ClientName): Promise<void> {
  chooseClient(client);
  const user = await ensureUser(queryClient);
  if (!user || user.mustChangePassword) return;
  const last = opensLastPage() ? lastPage(user._id) : null;
  throw redirect({ ...(last === null ? { to: landingPage(user.role) } : { href: last }), replace: true });
}

/** Navigates to the landing page after sign-in, and carries along the page that was requested. */
export function useSignedIn(leaveFor: (path: string) => void): (user: SessionUser) => void {
  const navigate = useNavigate();
  const from = useRouterState({ select: (state) => state.location.state.from });
  return (user) => {
    // The page first requires a new password and then calls this again.
    if (user.mustChangePassword) return;
    const landing = landingPage(user.role);
    saveReturnPath(from ?? null);
    if (reloadingRoles.includes(user.role)) leaveFor(landing);
    else void navigate({ to: landing, replace: true });
  };
}
