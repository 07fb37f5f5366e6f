import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const findRow = async (path: string) =>
  within(await screen.findByRole('table', { name: 'API calls' })).findByRole('row', {
    name: new RegExp(`^GET /${path} ?(Core|Extended)`),
  });

describe('the self-test', () => {
  it('runs and shows a summary, repeatedly', async () => {
    mock.api.fail({ fault: '500', match: '/brands', times: 1 });
    const app = await renderApp('/dashboard-test', { as: 'admin' });
    expect(await screen.findByText('Not run yet')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await screen.findByText(/^1 of \d+ calls needs attention/)).toBeInTheDocument();
    expect(await findRow('brands')).toHaveTextContent(/Failed.*Server error.*500/);
    expect(await findRow('items')).toHaveTextContent(/OK200\d+5/);
    await app.user.click(screen.getByRole('button', { name: 'Run again' }));
    expect(await screen.findByText(/No problems found/)).toBeInTheDocument();
    expect(await findRow('brands')).toHaveTextContent(/OK/);
  });

  it("shows the user's permissions", async () => {
    const app = await renderApp('/dashboard-test', { as: 'viewer' });
    expect(await screen.findByText(/^You can open (\d+) of \1 pages/)).toBeInTheDocument();
    expect(screen.getByText('Not supported by this browser')).toBeInTheDocument();
    await app.user.click(screen.getByText('Show pages'));
    const units = within(screen.getByRole('table', { name: /^Pages/ })).getByRole('row', { name: /^Units/ });
    expect(
      within(units)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(1),
    ).toEqual(['Yes', 'No', 'No', 'No', 'Yes']);
  });
});
