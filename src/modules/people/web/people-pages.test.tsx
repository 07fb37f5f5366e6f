import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

describe('users', () => {
  it('are listed with role, locations and last login, and open with a preview of their access', async () => {
    const app = await renderApp('/user', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Users' });
    const branchUser = within(table).getByRole('row', { name: /branch@demo\.test/ });
    await waitFor(() => expect(branchUser).toHaveTextContent(/Riverside/));
    expect(branchUser).toHaveTextContent('Active');
    await app.user.click(within(branchUser).getByRole('link'));
    const panel = await screen.findByRole('dialog');
    const menu = await within(panel).findByRole('list', { name: 'Menu' });
    expect(within(menu).getByText('Create Order')).toBeInTheDocument();
    expect(within(menu).queryByText('Inventory')).toBeNull();
  });

  it("show SPEC's text if they have no role description", async () => {
    const admin = await apiAs(mock.api, 'admin');
    const created = await admin('POST', '/users', {
      name: 'New person',
      email: 'new.person@demo.test',
      password: 'a long enough one',
      role: 'custom_role_sk',
    });
    await renderApp(`/user?row=${String(created['_id'])}`, { as: 'admin' });
    const panel = await screen.findByRole('dialog', { name: 'New person' });
    expect(within(panel).getByText('No description available')).toBeInTheDocument();
    expect(within(panel).getByText('Never')).toBeInTheDocument();
  });
});

describe('roles', () => {
  it('show the defaults of a new user, and link to their users', async () => {
    const app = await renderApp('/roles', { as: 'admin' });
    const table = await screen.findByRole('table', { name: 'Roles' });
    await app.user.click(within(table).getByRole('link', { name: /^Admin/ }));
    const panel = await screen.findByRole('dialog');
    expect(within(panel).getByText('/dashboard')).toBeInTheDocument();
    await app.user.click(within(panel).getByRole('link', { name: 'Users with this role' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'User' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('admin'));
  });
});

it('users are listed with their location names from the first render, so that no column shifts', async () => {
  mock.api.fail({ fault: 'slow', match: '/branch', delayMs: 300 });
  const rendered = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const row of document.querySelectorAll('tbody tr')) {
      if (row.textContent.includes('branch@demo.test')) rendered.add(row.textContent);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await renderApp('/user', { as: 'admin' });
  expect(await screen.findByRole('row', { name: /branch@demo\.test.*Riverside/ })).toBeInTheDocument();
  observer.disconnect();
  expect([...rendered].every((text) => text.includes('Riverside'))).toBe(true);
});
