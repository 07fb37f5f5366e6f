import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from './components/layout/error-screen.tsx';
import type { PageName } from './components/layout/page-messages.ts';
import { currentProfile, forgetShownUser, sessionStore } from './lib/session/session.ts';
import { routeTree } from './routeTree.gen.ts';

/** What every route is handed. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Leaves for a path with a full page load, as signing in does for most roles (SPEC section 4). */
  leaveFor(path: string): void;
}

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
 * Unsent work stays in the outbox, under its owner's name.
 *
 * @returns stops following
 */
export function followSession(router: AppRouter, queryClient: QueryClient): () => void {
  return sessionStore.subscribe(() => {
    const session = sessionStore.get();
    if (session.status !== 'anonymous' || session.ended === null) return;
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
