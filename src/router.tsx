import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from './components/layout/error-screen.tsx';
import type { PageName } from './components/layout/page-messages.ts';
import { dropPrefetched } from './lib/api/prefetched-requests.ts';
import { delayAnswersUntil } from './lib/session/verify-user.ts';
import { currentProfile, forgetShownUser, type Session, sessionStore } from './lib/session/session.ts';
import type { RouterContext } from './routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Makes the router. Tests hand in a memory history and their own context. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    // A page that fails leaves the shell standing around it.
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * Leads to the sign-in page when the session ends, and forgets everything that was loaded for the person.
 * Unsent work stays in the outbox, under its owner's name. When the server says something else about the person than
 * was known, the page on screen is decided about anew.
 *
 * @returns stops following
 */
export function followSession(router: AppRouter, queryClient: QueryClient): () => void {
  let before = sessionStore.get();
  return sessionStore.subscribe(() => {
    const session = sessionStore.get();
    if (isAnotherProfile(session, before)) delayAnswersUntil(router.invalidate());
    before = session;
    if (session.status !== 'anonymous' || session.ended === null) return;
    dropPrefetched();
    void queryClient.cancelQueries();
    // Whoever signs out means to leave; everybody else is led back by the guard, which remembers the place.
    const left =
      session.ended === 'signed-out'
        ? router.navigate({ to: currentProfile().startPage, replace: true })
        : router.invalidate();
    void left.finally(() => {
      queryClient.clear();
      forgetShownUser();
    });
  });
}

/** Whether the server tells something else about the same session's person: rights or places may have changed. */
function isAnotherProfile(session: Session, before: Session): boolean {
  if (session.status !== 'signed-in' || before.status !== 'signed-in') return false;
  if (session.token !== before.token || before.user === null || session.user === before.user) return false;
  return JSON.stringify(session.user) !== JSON.stringify(before.user);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page that SPEC section 6 asks about; null for pages that everybody signed in may see. */
    page?: string | null;
    title?: PageName;
    /** A role that alone may open it; no shipped route sets one. */
    role?: string;
  }
  interface HistoryState {
    /** Where the person wanted to go when they were sent to sign in. */
    from?: string;
  }
}
