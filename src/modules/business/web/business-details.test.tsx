import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('saves name, address and tax number, and shows errors next to their fields', async () => {
  const app = await renderApp('/branches', { as: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Business' }));
  const name = await screen.findByLabelText('Business name');
  await app.user.clear(name);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription(/Enter a name/);
  await app.user.type(name, 'Harbour');
  await app.user.type(screen.getByLabelText('Address'), '1 Quay{Enter}London');
  await app.user.type(screen.getByLabelText('Tax number'), 'GB 1');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Business details saved.')).toBeVisible();
  const branch = await apiAs(mock.api, 'branch');
  expect(await branch('GET', '/settings/letterhead')).toEqual({
    businessName: 'Harbour',
    businessAddress: '1 Quay\nLondon',
    taxNumber: 'GB 1',
  });
});
