import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { canOpenPage } from '#core/permissions.ts';
import { initialRequests } from '#platform/web/api/initial-requests.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

test('every page sends exactly the requests that public/theme.js prefetches for it', async () => {
  const requestedPaths = new Set<string>();
  mock.api.server.events.on('request:start', ({ request }) => {
    requestedPaths.add(request.url.replace(/^.*\/api\//, ''));
  });
  const app = await renderApp('/menu', { as: 'master' });
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  for (const [path, requests] of Object.entries(initialRequests)) {
    const user = getCurrentUser();
    expect(user && canOpenPage(user, path)).toBe(true);
    app.queryClient.clear();
    requestedPaths.clear();
    await act(async () => app.router.navigate({ to: path }));
    await waitFor(() => expect([...requestedPaths], path).toEqual(expect.arrayContaining([...requests])));
  }
});
