import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const assignedPassword = 'handed over in person';
const chosenPassword = 'known to nobody else';
const email = 'nora@demo.test';

async function signInAsNora() {
  const admin = await apiAs(mock.api, 'admin');
  await admin('POST', '/users', { name: 'Nora', email, password: assignedPassword, role: 'custom_role_sk' });
  const app = await renderApp('/');
  const { user } = app;
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), assignedPassword);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('heading', { name: 'Choose a new password' });
  return app;
}

it('a user with an assigned password must choose a new one first, and then lands on their page', async () => {
  const { user, path, loadedPaths } = await signInAsNora();
  expect([path(), loadedPaths]).toEqual(['/', []]);
  await user.type(await screen.findByLabelText('Current password'), 'something else');
  await user.type(screen.getByLabelText('New password'), chosenPassword);
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This isn’t your current password\.$/);

  await user.clear(screen.getByLabelText('Current password'));
  await user.type(screen.getByLabelText('Current password'), assignedPassword);
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(loadedPaths).toEqual(['/branch-order/create-order']));
});

it('opens no other page before a new password is chosen, and allows signing out', async () => {
  const first = await signInAsNora();
  first.unmount();
  const { user, path } = await renderApp('/inventory');
  expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeInTheDocument();
  expect(path()).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
});

it('is translated into Arabic', async () => {
  await signInAsNora();
  switchToArabic();
  expect(await screen.findByRole('heading', { name: 'اختر كلمة مرور جديدة' })).toBeInTheDocument();
  expect(screen.getByLabelText('كلمة المرور الجديدة')).toBeInTheDocument();
});
