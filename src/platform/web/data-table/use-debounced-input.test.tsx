import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '#app/web/testing/dom.ts';
import { searchReader } from '#platform/web/search.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

afterEach(cleanup);

/** A list with a search, and a page whose data arrives when the test releases it. */
function renderListWithSlowPage() {
  const gate = Promise.withResolvers<void>();
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/list',
    validateSearch: searchReader({ q: 'text' }),
    component: function List() {
      const { q = '' } = list.useSearch();
      const navigate = useNavigate({ from: '/list' as never });
      const [input, setInput] = useDebouncedInput(
        q,
        (text) => void navigate({ to: '/list', search: { q: text } } as never),
      );
      return <input value={input} onChange={(event) => setInput(event.currentTarget.value)} />;
    },
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/page',
    loader: () => gate.promise,
    component: () => 'the page',
  });
  const history = createMemoryHistory({ initialEntries: ['/list'] });
  const router = createRouter({
    routeTree: root.addChildren([list, page]),
    history,
    defaultPendingMs: 60_000,
  });
  render(<RouterProvider router={router as never} />);
  return { router, releasePage: gate.resolve };
}

it('writes the typed text to the URL after a pause', async () => {
  const { router } = renderListWithSlowPage();
  await userEvent.type(await screen.findByRole('textbox'), 'milk');
  await waitFor(() => expect(router.latestLocation.href).toBe('/list?q=milk'));
});

it('does not navigate back after typing and following a link to a slow page', async () => {
  const { router, releasePage } = renderListWithSlowPage();
  await userEvent.type(await screen.findByRole('textbox'), 'milk');
  const navigation = router.navigate({ to: '/page' as never });
  await new Promise((resolve) => setTimeout(resolve, 500)); // Twice the debounce time.
  expect(router.latestLocation.href).toBe('/page');
  releasePage();
  await navigation;
  expect(await screen.findByText('the page')).toBeVisible();
  expect(router.latestLocation.href).toBe('/page');
});
