import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { getCurrentUser } from '#platform/web/session/session.ts';

const mock = useMockApi();

it('saves the layouts of scale labels, explains them, and reports a line with an error', async () => {
  const { user } = await renderApp('/branches', { as: 'admin' });
  await user.click(await screen.findByRole('link', { name: 'Labels' }));
  const layouts = await screen.findByLabelText('Layouts');
  await user.type(layouts, '21 IIIII WW.WWW C\n\n22IIIIIPPPC');
  expect(screen.getByText('21: 5 digits for the item, then its weight')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save layouts' }));
  expect(layouts).toHaveAccessibleDescription(/^Line 3: enter 13 digits/);
  await user.clear(layouts);
  await user.type(layouts, '21 IIIII WW.WWW C\n22IIIIIPPPPPC');
  await user.click(screen.getByRole('button', { name: 'Save layouts' }));
  expect(await screen.findByText('Scale labels saved.')).toBeVisible();
  const scaleLabels = ['21 IIIII WW.WWW C', '22IIIIIPPPPPC'];
  expect((await (await apiAs(mock.api, 'admin'))('GET', '/settings'))['scaleLabels']).toEqual(scaleLabels);
  expect(getCurrentUser()?.scaleLabels).toEqual(scaleLabels);
});
