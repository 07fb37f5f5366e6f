import './dom.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type DemoUser, type MockApi, type MockApiOptions, startMockApi } from '#mocks/node.ts';
import { createQueryClient } from '#src/lib/cache/client.ts';
import { readUser } from '#src/lib/session/read-user.ts';
import { beginSession, reloadSession } from '#src/lib/session/session.ts';
import { createAppRouter, followSession } from '#src/router.tsx';

let api: MockApi | null = null;

/**
 * Puts the mocked API behind the dashboard for a test file: seeded once, a fresh copy for each test. Call it at
 * the top of the file; what it returns reaches into the API (faults, database, calls as a person).
 */
export function useMockApi(options: MockApiOptions = {}): { readonly api: MockApi } {
  beforeAll(async () => {
    api = await startMockApi(options);
  });
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    reloadSession();
    await started().reset();
  });
  afterEach(cleanup);
  afterAll(async () => {
    await api?.close();
    api = null;
  });
  return {
    get api() {
      return started();
    },
  };
}

function started(): MockApi {
  if (!api) throw new Error('Call useMockApi() at the top of the test file.');
  return api;
}

/**
 * Shows the whole dashboard at an address: real router, client, caches and mocked API. `as` signs a demonstration
 * user in first; left out, nobody is. `left` lists the addresses that were gone to with a full page load.
 */
export async function renderApp(path: string, { as }: { as?: DemoUser } = {}) {
  if (as) {
    const answer = await started().signIn(as);
    const user = readUser(answer);
    if (!user) throw new Error(`The API says nothing about ${as}`);
    beginSession(answer.token, user);
  }
  const left: string[] = [];
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter({ queryClient, leaveFor: (to) => void left.push(to) }, history);
  const stop = followSession(router, queryClient);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    ...view,
    left,
    person: userEvent.setup(),
    /** Where the dashboard is now, with its search. */
    path: () => router.state.location.href,
    unmount() {
      stop();
      view.unmount();
    },
  };
}
