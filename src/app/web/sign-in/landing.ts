import type { QueryClient } from '@tanstack/react-query';
import { redirect, useNavigate, useRouterState } from '@tanstack/react-router';
import { getLandingPage } from '#core/permissions.ts';
import { ensureUser } from '#modules/people/web/queries/session.ts';
import { type ClientName } from '#platform/web/api/profiles.ts';
import { readLastPage, shouldOpenLastPage } from '#platform/web/session/last-page.ts';
import { saveReturnPath } from '#platform/web/session/return-path.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { chooseClient } from '#platform/web/session/session.ts';

/**
 * Roles whose landing page is opened with a full page load (SPEC section 4); others use in-app navigation.
 */
const reloadingRoles: readonly string[] = ['custom_role_ck', 'custom_role_sk', 'admin', 'master_admin'];

/**
 * Runs before a sign-in page: selects the API client based on the address, and redirects signed-in users to
 * their landing page, or to their last page in the installed app. Users who still have to change their
 * password aren't redirected.
 */
export async function redirectSignedIn(queryClient: QueryClient, client: ClientName): Promise<void> {
  chooseClient(client);
  const user = await ensureUser(queryClient);
  if (!user || user.mustChangePassword) return;
  const lastVisitedPage = shouldOpenLastPage() ? readLastPage(user._id) : null;
  throw redirect({
    ...(lastVisitedPage === null ? { to: getLandingPage(user.role) } : { href: lastVisitedPage }),
    replace: true,
  });
}

/** Navigates to the landing page after sign-in, and stores the page that was requested. */
export function useSignedIn(loadPage: (path: string) => void): (user: SessionUser) => void {
  const navigate = useNavigate();
  const from = useRouterState({ select: (state) => state.location.state.from });
  return (user) => {
    // The sign-in page first requires a new password and then calls this again.
    if (user.mustChangePassword) return;
    const landingPath = getLandingPage(user.role);
    saveReturnPath(from ?? null);
    if (reloadingRoles.includes(user.role)) loadPage(landingPath);
    else void navigate({ to: landingPath, replace: true });
  };
}
