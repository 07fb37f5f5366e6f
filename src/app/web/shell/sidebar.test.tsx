import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

useMockApi();

/** Returns the marked labels of the menu. */
async function marked(): Promise<string[]> {
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
])('marks the current page and nothing else: %s', async (path, name) => {
  await renderApp(path, { as: 'branch' });
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(await marked()).toEqual([name]);
});

it('marks a collapsed group for the page inside it', async () => {
  const app = await renderApp('/branch-order/stock-count', { as: 'branch' });
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
  await app.person.click(menu.getByRole('button', { name: 'Branch' }));
  expect(menu.queryByRole('link', { name: 'Stock Count' })).not.toBeInTheDocument();
  expect(await marked()).toEqual(['Branch']);
  await app.person.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(await marked()).toEqual(['Branch Order']);
});

useMockApi();

it('the group that is empty by definition links to its subject, for users who may open it', async () => {
  const admin = await renderApp('/units', { as: 'admin' });
  await admin.person.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.getByText(/^Item categories are a tab of “Sub-categories”/)).toBeInTheDocument();
  admin.unmount();
  const branch = await renderApp('/branch-order/create-order', { as: 'branch' });
  await branch.person.click(await screen.findByRole('button', { name: 'Item Category' }));
  expect(screen.queryByText(/^Item categories are/)).not.toBeInTheDocument();
});
