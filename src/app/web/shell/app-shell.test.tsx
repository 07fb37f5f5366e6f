import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

useMockApi();

it('announces a page after navigation and focuses its heading, except for the first page', async () => {
  const { user, path } = await renderApp('/units', { as: 'admin' });
  const firstHeading = await screen.findByRole('heading', { level: 1, name: 'Units' });
  expect(firstHeading).not.toHaveFocus();
  expect(screen.queryByText(/^Page: /)).not.toBeInTheDocument();

  await user.click(screen.getByRole('link', { name: 'Brand' }));
  await waitFor(() => expect(path()).toBe('/brand'));
  expect(await screen.findByText('Page: Brand')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Brand' })).toHaveFocus());
});
