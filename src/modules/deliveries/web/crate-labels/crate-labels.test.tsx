import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('keeps the entered prefix when another user saved a different one, and shows both', async () => {
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Labels' }));
  const prefix = await screen.findByLabelText('GS1 company prefix');
  await app.user.type(prefix, '7612345');
  const otherUser = await apiAs(mock.api, 'master');
  await otherUser('PUT', '/settings', { companyPrefix: '4012345' });
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Current prefix: 4012345.')).toBeVisible();
  expect(prefix).toHaveValue('7612345');
  expect(prefix).toHaveAccessibleDescription(/Someone else changed this/);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Company prefix saved.')).toBeVisible();
  expect((await otherUser('GET', '/settings'))['companyPrefix']).toBe('7612345');
  expect(screen.queryByText('Current prefix: 4012345.')).toBeNull();
});
