import { screen, within } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
/** Finds the top bar; a page may have its own header below it. */
const findTopBar = async () => (await screen.findAllByRole('banner'))[0] as HTMLElement;
const rawRole = /custom_role_\w+|master_admin/;

it('the top bar shows the localized name of the role', async () => {
  await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  expect(await within(await findTopBar()).findByText('Central kitchen')).toBeInTheDocument();
  expect(await findTopBar()).not.toHaveTextContent(rawRole);
});

it('the name of the role is shown in Arabic', async () => {
  switchToArabic();
  await renderApp('/central-kitchen/pick-list', { as: 'kitchen' });
  expect(await within(await findTopBar()).findByText('مستخدم المطبخ المركزي')).toBeInTheDocument();
});

it('a renamed role is shown as entered, even in Arabic', async () => {
  const admin = await apiAs(mock.api, 'admin');
  const roles = (await admin('GET', '/roles')) as unknown as { _id: string; key: string }[];
  const role = roles.find(({ key }) => key === 'custom_role_sk');
  await admin('PUT', `/roles/${role?._id}`, { label: 'Shop' });
  switchToArabic();
  await renderApp('/branch-order/order-history', { as: 'branch' });
  expect(await within(await findTopBar()).findByText('Shop')).toBeInTheDocument();
});

it('the key is shown if the server sends no names', async () => {
  const body = {
    _id: 'u1',
    name: 'Ada',
    email: 'ada@demo.test',
    role: 'custom_role_sk',
    allowedPages: ['*'],
  };
  mock.api.fail({ fault: 'response', match: '/users/profile', body });
  await renderApp('/branch-order/order-history', { as: 'branch' });
  expect(await within(await findTopBar()).findByText('custom_role_sk')).toBeInTheDocument();
});

test.each([
  ['the users page', '/user', 'Users'],
  ['the quick fix page', '/dashboard-quick-fix', null],
])('%s shows no role keys', async (_name, path, table) => {
  await renderApp(path, { as: 'admin' });
  if (table) expect(await screen.findByRole('table', { name: table })).toHaveTextContent('Central kitchen');
  else expect((await screen.findAllByText('Admin')).length).toBeGreaterThan(1);
  expect(document.body).not.toHaveTextContent(rawRole);
});

it("the audit shows a user's former and current role", async () => {
  const admin = await apiAs(mock.api, 'master');
  const people = (await admin('GET', '/users?q=staff')) as unknown as { _id: string }[];
  await admin('PUT', `/users/${people[0]?._id}`, { role: 'custom_role_ck' });
  await renderApp('/user?tab=audit&entity=users&action=edit', { as: 'admin' });
  const table = await screen.findByRole('table', { name: 'Audit' });
  expect(await within(table).findByText(/Branch → Central kitchen/)).toBeInTheDocument();
  expect(table).not.toHaveTextContent(rawRole);
});
