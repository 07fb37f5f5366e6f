import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from '#platform/web/layout/error-screen.tsx';
import type { PageName } from '#platform/web/layout/page-messages.ts';
import { dropPrefetched } from '#platform/web/api/prefetched-requests.ts';
import { delayResponsesUntil } from '#platform/web/session/verify-user.ts';
import { currentProfile, clearShownUser, type Session, sessionStore } from '#platform/web/session/session.ts';
import type { RouterContext } from '#app/web/routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Creates the router. Tests pass a memory history and their own context. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    // If a page fails, the shell stays in place.
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * Redirects to the sign-in page when the session ends, and drops all data loaded for the user. Unsent work
 * stays in the outbox for its owner. When the user's profile changes, access to the current page is checked
 * again.
 *
 * @returns a function that unsubscribes
 */
export function followSession(router: AppRouter, queryClient: QueryClient): () => void {
  let previous = sessionStore.get();
  return sessionStore.subscribe(() => {
    const session = sessionStore.get();
    if (hasProfileChanged(session, previous)) delayResponsesUntil(router.invalidate());
    previous = session;
    if (session.status !== 'anonymous' || session.ended === null) return;
    dropPrefetched();
    void queryClient.cancelQueries();
    // An explicit sign-out doesn't remember the page; otherwise the guard remembers it.
    const redirect =
      session.ended === 'signed-out'
        ? router.navigate({ to: currentProfile().startPage, replace: true })
        : router.invalidate();
    void redirect.finally(() => {
      queryClient.clear();
      clearShownUser();
    });
  });
}

/**
 * Returns whether the server sent a changed profile for the same session, with different permissions or
 * locations.
 */
function hasProfileChanged(session: Session, previous: Session): boolean {
  if (session.status !== 'signed-in' || previous.status !== 'signed-in') return false;
  if (session.token !== previous.token || previous.user === null || session.user === previous.user)
    return false;
  return JSON.stringify(session.user) !== JSON.stringify(previous.user);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Page name in the access rules of SPEC section 6; null for pages open to every signed-in user. */
    page?: string | null;
    title?: PageName;
    /** The only role that may open the page. No route sets one. */
    role?: string;
  }
  interface HistoryState {
    /** The page requested before the redirect to the sign-in page. */
    from?: string;
  }
}
