import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { localDate } from '#core/cutoff.ts';
import { getFirstInstantAtWallClock } from '#core/schedule.ts';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();
const page = '/branch-order/inventory-control/food-safety';

type Row = Record<string, unknown>;
let fridge: Row = {};

/** A fridge that is due all day. */
beforeEach(async () => {
  const branch = await apiAs(mock.api, 'branch');
  fridge = await branch('POST', '/check-points', {
    name: 'Walk-in fridge',
    branchId: ids.branch1,
    kind: 'temperature',
    maxTemp: 5,
    times: ['12:00'],
    graceMinutes: 720,
    instructions: 'Close the door.',
  });
});

const listChecks = async (): Promise<Row[]> =>
  (await (
    await apiAs(mock.api, 'branch')
  )('GET', '/safety-checks')) as unknown as Row[];

it('records a check out of limits once for a double click, with its corrective action, and lets a manager verify it', async () => {
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: /^Walk-in fridge/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Walk-in fridge' }));
  const reading = sheet.getByRole('textbox', { name: 'Reading' });
  await user.type(reading, '8,2');
  expect(sheet.getByText('Out of limits')).toBeInTheDocument();
  expect(sheet.getByText('Close the door.')).toBeInTheDocument();
  await user.click(sheet.getByRole('button', { name: 'Save check' }));
  expect(sheet.getByText(/is above the maximum of 5 °C/)).toBeInTheDocument();
  expect(await listChecks()).toEqual([]);
  await user.type(sheet.getByRole('textbox', { name: 'Corrective action' }), 'Closed it');
  await user.dblClick(sheet.getByRole('button', { name: 'Save check' }));
  const [check] = await waitFor(async () => {
    const checks = await listChecks();
    expect(checks).toHaveLength(1);
    return checks;
  });
  expect(check).toMatchObject({ reading: 8.2, isWithin: false, correctiveAction: 'Closed it' });
  await user.click(await screen.findByRole('link', { name: String(check?.['number']) }));
  const panel = within(await screen.findByRole('dialog', { name: String(check?.['number']) }));
  await user.click(await panel.findByRole('button', { name: 'Verify' }));
  await waitFor(async () => expect((await listChecks())[0]?.['status']).toBe('Verified'));
});

it('keeps the entry when the dialog is closed, and offers an additional check if someone else has recorded the due one', async () => {
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: /^Walk-in fridge/ }));
  const sheet = () => within(screen.getByRole('dialog', { name: 'Walk-in fridge' }));
  await screen.findByRole('dialog', { name: 'Walk-in fridge' });
  await user.type(sheet().getByRole('textbox', { name: 'Reading' }), '4');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Walk-in fridge/ }));
  await screen.findByRole('dialog', { name: 'Walk-in fridge' });
  expect(sheet().getByRole('textbox', { name: 'Reading' })).toHaveValue('4');
  const day = localDate(new Date(), 'Europe/London');
  const staff = await apiAs(mock.api, 'branch.staff');
  const noon = getFirstInstantAtWallClock(Date.parse(`${day}T12:00:00Z`), 'Europe/London');
  const dueAt = new Date(noon).toISOString();
  await staff('POST', '/safety-checks', { point: fridge['_id'], dueAt, reading: 3 });
  await user.click(sheet().getByRole('button', { name: 'Save check' }));
  expect(await sheet().findByText(/^Already recorded by Test staff/)).toBeInTheDocument();
  await user.click(sheet().getByRole('button', { name: 'Record an additional check' }));
  await waitFor(async () =>
    expect(new Set((await listChecks()).map((check) => check['dueAt']))).toEqual(new Set([dueAt, null])),
  );
});

it('the branch home page links to due checks', async () => {
  await renderApp('/branch-order/branch', { as: 'branch' });
  const line = await screen.findByRole('region', { name: 'Food safety' });
  expect(within(line).getByRole('link')).toHaveTextContent('1 check due');
  expect(within(line).getByRole('link')).toHaveAttribute('href', expect.stringContaining(page));
});

it('prints the record of a location', async () => {
  const print: Mock<() => void> = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const branch = await apiAs(mock.api, 'branch');
  await branch('POST', '/safety-checks', { point: fridge['_id'], reading: 4.5 });
  const { user } = await renderApp(page, { as: 'branch' });
  await user.click(await screen.findByRole('button', { name: 'Print record' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Food safety record' }));
  await user.click(dialog.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = document.querySelector('[data-paper=list]');
  expect(paper).toHaveTextContent(/Riverside.*Walk-in fridge.*At most 5 °C.*4.5 °C.*Test branch/);
});
