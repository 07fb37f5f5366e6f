import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { roleLandings, type ShownContent } from '#mocks/role-landing.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { Route as Inventory } from '#app/web/routes/_shell/inventory.tsx';

const mock = useMockApi();

/**
 * The headings that identify the sign-in and no-access pages; any other heading except an error belongs to
 * the page itself.
 */
const headings: Record<ShownContent, (name: string) => boolean> = {
  'sign-in': (name) => name === 'Welcome Back',
  'no access': (name) => name === 'No Access',
  page: (name) => name !== 'Welcome Back' && name !== 'No Access' && name !== 'Something went wrong',
};

async function expectPage(
  app: Awaited<ReturnType<typeof renderApp>>,
  finalPath: string,
  content: ShownContent,
) {
  await waitFor(() => expect(app.path().split('?')[0]).toBe(finalPath));
  await waitFor(() => {
    const [heading] = screen.getAllByRole('heading', { level: 1 });
    expect(heading?.textContent).toSatisfy(headings[content]);
  });
}

describe.each(roleLandings)('$role', ({ person, allowedPages, visits }) => {
  test.each(visits)('$path leads to $finalPath and shows $content', async ({ path, finalPath, content }) => {
    if (person && allowedPages) {
      const body = { ...(await mock.api.signIn(person)), allowedPages };
      mock.api.fail({ fault: 'response', match: '/users/profile', body });
    }
    await expectPage(await renderApp(path, person ? { as: person } : {}), finalPath, content);
  });
});

describe('a route that requires a role', () => {
  const staticData = Inventory.options.staticData;
  afterEach(() => {
    Inventory.options.staticData = staticData;
  });

  test.each([
    ['opens for a user with the role', 'auditor', '/inventory', 'page'],
    ['redirects to the landing page for a user with another role', 'admin', '/dashboard', 'page'],
  ] as const)('%s', async (_title, role, finalPath, content) => {
    Inventory.options.staticData = { ...staticData, role };
    await expectPage(await renderApp('/inventory', { as: 'viewer' }), finalPath, content);
  });
});

describe('an empty page list falls back to canView', () => {
  test.each<[boolean, ShownContent]>([
    [true, 'page'],
    [false, 'no access'],
  ])('with canView %s', async (canView, content) => {
    const user = await mock.api.signIn('viewer');
    const body = { ...user, allowedPages: [], permissions: { canView } };
    mock.api.fail({ fault: 'response', match: '/users/profile', body });
    await expectPage(await renderApp('/inventory', { as: 'viewer' }), '/inventory', content);
  });
});
