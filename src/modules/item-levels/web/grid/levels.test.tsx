import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

type App = Awaited<ReturnType<typeof renderApp>>;

async function openLevels(as: 'branch' | 'viewer' | 'branch.staff' = 'branch'): Promise<App> {
  const app = await renderApp('/branch-order/settings', { as });
  await screen.findByRole('table', { name: 'Par levels' });
  return app;
}
const cell = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const parCell = (item: string) => cell(new RegExp(`^${item}, Par`));

async function loadSaved(itemId: string): Promise<Record<string, unknown>> {
  const admin = await apiAs(mock.api, 'admin');
  const rows = (await admin('GET', `/item-levels?itemId=${itemId}`)) as unknown as Record<string, unknown>[];
  return rows.find((row) => row['branchId'] === ids.branch1) ?? {};
}

it('levels are entered by keyboard, saved together, and restored with Undo', async () => {
  const app = await openLevels();
  const names = screen
    .getAllByRole('textbox', { name: /, Par/ })
    .map((input) => input.getAttribute('aria-label'));
  expect(names).toHaveLength(5);
  await app.user.click(parCell('Bread flour'));
  await app.user.keyboard('2*12{Enter}');
  expect(document.activeElement).not.toBe(parCell('Bread flour'));
  await app.user.click(parCell('Tomato'));
  await app.user.keyboard('4{Tab}');
  expect(cell(/^Tomato, Maximum/)).toHaveFocus();
  expect(screen.getByText(/2 items changed/)).toBeInTheDocument();
  await app.user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Not saved' })).toBeNull());
  expect(await loadSaved(ids.items.flour)).toMatchObject({ par: 24 });
  expect(await screen.findByText('Levels for 2 items saved.')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await loadSaved(ids.items.flour)).toMatchObject({ par: 30 }));
});

it("levels that don't increase from minimum to maximum show an error in the cell and aren't sent", async () => {
  const app = await openLevels();
  await app.user.click(cell(/^Bread flour, Minimum/));
  await app.user.keyboard('40{Enter}');
  expect(cell(/^Bread flour, Minimum/)).toHaveAccessibleDescription('Above par (30)');
  expect(screen.getByRole('button', { name: '1 with errors' })).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await loadSaved(ids.items.flour)).toMatchObject({ min: 10 });
  await app.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(cell(/^Bread flour, Minimum/)).toHaveValue('10');
});

it('edited levels survive a page reload until they are saved', async () => {
  const firstApp = await openLevels();
  await firstApp.user.click(parCell('Bread flour'));
  await firstApp.user.keyboard('33{Tab}');
  firstApp.unmount();
  await openLevels();
  expect(parCell('Bread flour')).toHaveValue('33');
  expect(screen.getByText(/1 item changed/)).toBeInTheDocument();
});

it('levels are filled in by pasting a column, including empty cells', async () => {
  const app = await openLevels();
  const column = screen.getAllByRole<HTMLInputElement>('textbox', { name: /, Safety stock/ });
  await app.user.click(column[0] as HTMLElement);
  await app.user.paste('1\n2,5\nx\n4\n');
  await waitFor(() => expect(column[3]).toHaveValue('4'));
  expect(column.map(({ value }) => value).slice(0, 2)).toEqual(['1', '2.5']);
  expect(await screen.findByText('3 items filled, 1 line skipped.')).toBeInTheDocument();
});

it('levels are raised by percent in bulk after a preview, and the change can be undone', async () => {
  const app = await openLevels();
  const before = parCell('Bread flour').value;
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all items shown' }));
  await app.user.click(screen.getByRole('button', { name: 'Change levels…' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('5 items will change.')).toBeInTheDocument();
  await app.user.click(within(dialog).getByRole('button', { name: 'Apply to 5 items' }));
  expect(parCell('Bread flour')).toHaveValue('33');
  expect(screen.getByRole('region', { name: 'Not saved' })).toHaveTextContent('5 items changed');
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(parCell('Bread flour')).toHaveValue(before);
});

it('edits are merged with concurrent changes to other fields and saved without asking', async () => {
  const app = await openLevels();
  await app.user.click(parCell('Bread flour'));
  await app.user.keyboard('29{Tab}');
  const admin = await apiAs(mock.api, 'admin');
  const { _id } = await loadSaved(ids.items.flour);
  await admin('PUT', `/item-levels/${_id}`, { max: 80 });
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Levels for 1 item saved.')).toBeInTheDocument();
  expect(await loadSaved(ids.items.flour)).toMatchObject({ par: 29, max: 80 });
});

it('saving requires a choice if both users changed the same value', async () => {
  const app = await openLevels();
  await app.user.click(parCell('Bread flour'));
  await app.user.keyboard('35{Tab}');
  const admin = await apiAs(mock.api, 'admin');
  const { _id } = await loadSaved(ids.items.flour);
  await admin('PUT', `/item-levels/${_id}`, { par: 44 });
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Someone changed Par levels while you were editing');
  expect(within(conflict).getByRole('row', { name: /Bread flour, Par/ })).toHaveTextContent(/44 kg.*35 kg/);
  await app.user.keyboard('{Control>}s{/Control}');
  expect(await loadSaved(ids.items.flour)).toMatchObject({ par: 44 });
  await app.user.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Levels for 1 item saved.')).toBeInTheDocument();
  expect(await loadSaved(ids.items.flour)).toMatchObject({ par: 35 });
});

it.each(['viewer', 'branch.staff'] as const)('are read-only for %s', async (as) => {
  await openLevels(as);
  expect(screen.getByText('Bread flour')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
