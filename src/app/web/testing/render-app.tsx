import './dom.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import type { DemoUser } from '#mocks/node.ts';
import { createQueryClient } from '#platform/web/cache/client.ts';
import { createAppRouter, followSession } from '#app/web/router.tsx';
import { signInAsDemoUser } from './mock-api.ts';

export { useMockApi } from './mock-api.ts';

/**
 * Renders the whole dashboard at an address with the real router, client, caches and mocked API. `as` signs
 * in a demo user first. `loadedPaths` lists the paths that were opened with a full page load.
 */
export async function renderApp(path: string, { as }: { as?: DemoUser } = {}) {
  if (as) await signInAsDemoUser(as);
  const loadedPaths: string[] = [];
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter({ queryClient, loadPage: (to) => void loadedPaths.push(to) }, history);
  const stop = followSession(router, queryClient);
  // Otherwise the router of an earlier test would keep redirecting to its own sign-in page.
  onTestFinished(stop);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    ...view,
    loadedPaths,
    queryClient,
    router,
    user: userEvent.setup(),
    /** Returns the current path with its search string. */
    path: () => router.state.location.href,
    unmount() {
      stop();
      view.unmount();
    },
  };
}
