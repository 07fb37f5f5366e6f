import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { callsAs } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

it('saves name, address and tax number, and shows errors at their fields', async () => {
  const app = await renderApp('/branches', { as: 'admin' });
  await app.person.click(await screen.findByRole('link', { name: 'Business' }));
  const name = await screen.findByLabelText('Business name');
  await app.person.clear(name);
  await app.person.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription(/Enter a name/);
  await app.person.type(name, 'Harbour');
  await app.person.type(screen.getByLabelText('Address'), '1 Quay{Enter}London');
  await app.person.type(screen.getByLabelText('Tax number'), 'GB 1');
  await app.person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Business details saved.')).toBeVisible();
  const branch = await callsAs(mock.api, 'branch');
  expect(await branch('GET', '/settings/letterhead')).toEqual({
    businessName: 'Harbour',
    businessAddress: '1 Quay\nLondon',
    taxNumber: 'GB 1',
  });
});
