import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Route as Inventory } from '#app/web/routes/_shell/inventory.tsx';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

const { component } = Inventory.options;
afterEach(() => {
  Inventory.options.component = component;
  vi.restoreAllMocks();
});

test('a page that fails to render shows an error inside the shell, and other pages can be opened', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  Inventory.options.component = () => {
    throw new Error('failed to render');
  };
  const app = await renderApp('/inventory', { as: 'viewer' });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(screen.getByText("The dashboard encountered an error and couldn't load properly.")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Use Fallback Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard-fallback',
  );
  expect(screen.getByRole('banner')).toBeVisible();
  expect(consoleError).toHaveBeenCalled();
  expect(mock.api.errors).toEqual([]);
  await app.user.click(screen.getByRole('link', { name: 'Dashboards' }));
  expect(await screen.findByRole('heading', { name: 'Dashboards' })).toBeVisible();
});
