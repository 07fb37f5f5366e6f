import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { apiAs } from '#app/web/testing/api-client.ts';

const mock = useMockApi();

it('is found in the palette by its purpose, and changes the language', async () => {
  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  await screen.findByRole('button', { name: 'Display, language and account' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /^Search pages/ }), 'password');
  await user.click(await screen.findByRole('option', { name: /Your account/ }));
  const account = await screen.findByRole('dialog', { name: 'Your account' });
  expect(within(account).getByText('Name')).toBeInTheDocument();
  const language = within(account).getByRole('combobox', { name: 'Language' });
  await user.selectOptions(language, 'ar');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'));
  await user.selectOptions(language, 'en');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'ltr'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(account).not.toBeInTheDocument());
});

it("changes the display name, shows it in the top bar at once, and leaves the user's other fields unchanged", async () => {
  const calls = await apiAs(mock.api, 'branch');
  const { user } = await renderApp('/branch-order/order-history', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Display, language and account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Your account' }));
  const account = await screen.findByRole('dialog', { name: 'Your account' });
  expect(within(account).getAllByRole('textbox')).toHaveLength(1);
  const name = within(account).getByRole('textbox', { name: /^Name/ });
  const save = within(account).getByRole('button', { name: 'Save name' });
  await waitFor(() => expect(name).toHaveValue('Test branch'));
  await user.clear(name);
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await user.click(save);
  expect(name).toHaveAccessibleDescription('This field is required');

  await calls('PATCH', '/users/profile', { name: 'Noor' });
  await user.type(name, 'Nour Haddad{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription(/^Your name was changed to Noor/));
  expect(name).toHaveValue('Nour Haddad');
  await user.click(save);
  expect(await screen.findByText('Name changed to Nour Haddad')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(account).not.toBeInTheDocument());
  expect(screen.getAllByText('Nour Haddad').length).toBeGreaterThan(0);
  expect((await calls('GET', '/users/profile'))['role']).toBe('custom_role_sk');
});

it('shows a branch user their sessions and changes their password', async () => {
  await apiAs(mock.api, 'branch');
  const { user } = await renderApp('/branch-order/create-order', { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Display, language and account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Your account' }));
  const account = await screen.findByRole('dialog', { name: 'Your account' });
  expect(within(account).getByText('branch@demo.test')).toBeInTheDocument();
  const sessions = await within(account).findByRole('list', { name: 'Sessions' });
  expect(within(sessions).getByText('This device')).toBeInTheDocument();

  await user.type(within(account).getByLabelText(/^Current password/), 'wrong');
  await user.type(within(account).getByLabelText(/^New password/), 'a long enough one');
  await user.click(within(account).getByRole('button', { name: 'Change password' }));
  expect(await within(account).findByText('This isn’t your current password.')).toBeInTheDocument();

  await user.clear(within(account).getByLabelText(/^Current password/));
  await user.type(within(account).getByLabelText(/^Current password/), 'commissary-demo');
  await user.click(within(account).getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Password changed')).toBeInTheDocument();
  expect(within(account).queryByRole('button', { name: 'End session' })).toBeNull();
});
