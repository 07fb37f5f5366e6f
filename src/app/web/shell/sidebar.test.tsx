import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

/** Returns the marked labels of the menu. */
async function listMarkedEntries(): Promise<string[]> {
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  return [...menu.queryAllByRole('link'), ...menu.queryAllByRole('button')]
    .filter((entry) => entry.hasAttribute('aria-current'))
    .map((entry) => entry.getAttribute('aria-label') ?? entry.textContent ?? '');
}

it.each([
  ['/branch-order/branch', 'Branch'],
  ['/branch-order/central-kitchen', 'Branch'],
  ['/branch-order/inventory-control', 'Inventory Control'],
  ['/branch-order/create-order', 'Create Order'],
  ['/branch-order/stock-count', 'Stock Count'],
])('marks only the entry of the current page: %s', async (path, name) => {
  await renderApp(path, { as: 'branch' });
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(await listMarkedEntries()).toEqual([name]);
});

it('marks a collapsed group if the current page is inside it', async () => {
  const app = await renderApp('/branch-order/stock-count', { as: 'branch' });
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  await app.user.click(menu.getByRole('button', { name: 'Branch' }));
  expect(menu.queryByRole('link', { name: 'Stock Count' })).not.toBeInTheDocument();
  expect(await listMarkedEntries()).toEqual(['Branch']);
  await app.user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(await listMarkedEntries()).toEqual(['Branch Order']);
});

it('explains the empty Item Category group to users who may open its page', async () => {
  const admin = await renderApp('/units', { as: 'admin' });
  await admin.user.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.getByText(/^Item categories are on a tab of “Sub-categories”/)).toBeInTheDocument();
  admin.unmount();
  const branch = await renderApp('/branch-order/create-order', { as: 'branch' });
  await branch.user.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.queryByText(/^Item categories are/)).not.toBeInTheDocument();
});

it('shows a notice to a user without any menu entry', async () => {
  const body = { ...(await mock.api.signIn('viewer')), allowedPages: ['menu'] };
  mock.api.fail({ fault: 'response', match: '/users/profile', body });
  await renderApp('/dashboard', { as: 'viewer' });
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  expect(await menu.findByText('No Access')).toBeVisible();
  expect(menu.getByText('Contact administrator for access')).toBeVisible();
  expect(menu.queryAllByRole('link')).toEqual([]);
});
