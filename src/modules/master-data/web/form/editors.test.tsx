import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { addDays, toUtcDay } from '#core/day.ts';

const mock = useMockApi();

async function openEditor(path: string, name: string) {
  const app = await renderApp(`${path}&edit=true`, { as: 'admin' });
  const panel = await screen.findByRole('dialog', { name });
  const save = async () => {
    await app.user.click(within(panel).getByRole('button', { name: 'Save' }));
    await screen.findByText(/ saved\./);
  };
  return { ...app, panel: within(panel), save };
}

describe('the delivery calendar of a branch', () => {
  it('describes each day while it is edited, and saves the calendar', async () => {
    const { user, panel, save } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    const sunday = await panel.findByRole('checkbox', { name: 'Delivery on Sunday' });
    expect(sunday).toBeChecked();
    await user.click(sunday);
    expect(panel.queryByLabelText('Order by, Sun')).toBeNull();
    await user.selectOptions(
      panel.getByRole('combobox', { name: 'Days before delivery, Sat' }),
      '2 days before',
    );
    expect(panel.getByText('Order by Thu 16:00 for Saturday')).toBeInTheDocument();
    await user.selectOptions(
      panel.getByRole('combobox', { name: 'Days before delivery, Mon' }),
      '9 days before',
    );
    expect(panel.getByText('Order by Sat 16:00 for Monday, a week before')).toBeInTheDocument();
    const preview = panel.getByRole('region', { name: /Europe\/London/ });
    expect(within(preview).queryByText(/^Sun/)).toBeNull();
    await save();
    const admin = await apiAs(mock.api, 'admin');
    const { deliveryDays } = (await admin('GET', `/branch/${ids.branch1}`)) as unknown as {
      deliveryDays: { weekday: number; cutoffDaysBefore: number }[];
    };
    expect(deliveryDays.map(({ weekday, cutoffDaysBefore }) => [weekday, cutoffDaysBefore])).toEqual([
      [1, 9],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 2],
    ]);
  });

  it('saves closed days, and shows which deliveries they and the kitchen’s closed days cancel', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const today = toUtcDay(Date.now());
    const day = (ahead: number) => addDays(today, ahead);
    await admin('PUT', `/branch/${ids.kitchen}`, {
      closedDays: [{ from: day(5), until: day(5), yearly: false, note: 'Stocktaking' }],
    });
    const { user, panel, save } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    await user.click(await panel.findByRole('button', { name: 'Add closed days' }));
    const from = panel.getByLabelText('From');
    await waitFor(() => expect(from).toHaveFocus());
    await user.type(from, day(3));
    expect(panel.getByLabelText('To')).toHaveValue(day(3));
    await user.type(panel.getByLabelText('Occasion'), 'Moving');
    expect(panel.getByText(`No delivery on ${formatDay(day(3))}`)).toBeVisible();
    const preview = within(panel.getByRole('region', { name: /Europe\/London/ }));
    expect(preview.getByText('Moving')).toBeVisible();
    expect(await preview.findByText('Stocktaking')).toBeVisible();
    expect(preview.getAllByText('earlier cut-off because the kitchen is closed')).toHaveLength(1);

    await user.clear(panel.getByLabelText('To'));
    await user.type(panel.getByLabelText('To'), day(2));
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText(/The last day must not be before the first/)).toBeVisible();
    await waitFor(() => expect(panel.getByLabelText('To')).toHaveFocus());
    await user.clear(panel.getByLabelText('To'));
    await user.type(panel.getByLabelText('To'), day(4));
    await user.click(panel.getByRole('checkbox', { name: 'Every year' }));
    await save();
    expect((await admin('GET', `/branch/${ids.branch1}`))['closedDays']).toEqual([
      { from: day(3), until: day(4), yearly: true, note: 'Moving' },
    ]);
  });

  it('removes closed days one by one or all past ones at once, and keeps the focus in the list', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const closedDay = (from: string, yearly = false) => ({ from, until: from, yearly, note: null });
    const futureDay = addDays(toUtcDay(Date.now()), 30);
    await admin('PUT', `/branch/${ids.branch1}`, {
      closedDays: [
        closedDay('2020-01-01'),
        closedDay('2021-01-01'),
        closedDay('2019-05-01', true),
        closedDay(futureDay),
      ],
    });
    const { user, panel, save } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    await user.click(await panel.findByRole('button', { name: 'Remove 2 past closures' }));
    await waitFor(() => expect(panel.getAllByLabelText('From').at(-1)).toHaveFocus());
    await user.click(panel.getByRole('button', { name: 'Remove closed days starting 1 May 2019' }));
    await waitFor(() => expect(panel.getByLabelText('From')).toHaveFocus());
    expect(panel.getByLabelText('From')).toHaveValue(futureDay);
    await user.click(panel.getByRole('button', { name: /^Remove closed days/ }));
    await waitFor(() => expect(panel.getByRole('button', { name: 'Add closed days' })).toHaveFocus());
    expect(panel.getByText('No closed days.')).toBeVisible();
    await save();
    expect((await admin('GET', `/branch/${ids.branch1}`))['closedDays']).toEqual([]);
  });

  it('copies one cut-off to all days, and requires a time zone for the preview', async () => {
    const { user, panel } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    const monday = await panel.findByLabelText('Order by, Mon');
    await user.clear(monday);
    await user.type(monday, '14:30');
    await user.click(panel.getByRole('button', { name: 'Use this cut-off for all days' }));
    expect(panel.getAllByText(/^Order by \w+ 14:30 for/)).toHaveLength(7);
    await user.clear(panel.getByRole('combobox', { name: /Time zone/ }));
    expect(panel.getByText(/Choose a time zone/)).toBeInTheDocument();
  });

  it('asks from which business day a changed end of the day applies', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const { user, panel, save } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    const end = await panel.findByRole('combobox', { name: 'Business day ends at' });
    expect(end).toHaveAccessibleDescription('Sales before this time count towards the previous day.');
    expect(panel.queryByLabelText(/From business day/)).toBeNull();
    await user.selectOptions(end, '03:00');
    const today = toUtcDay(Date.now());
    const from = panel.getByLabelText(/From business day/);
    expect(from).toHaveValue(today);
    const tomorrow = addDays(today, 1);
    await user.clear(from);
    await user.type(from, tomorrow);
    await save();
    const stored = async () => (await admin('GET', `/branch/${ids.branch1}`))['dayEnds'];
    expect(await stored()).toEqual([{ from: tomorrow, at: '03:00' }]);
    expect(await screen.findByText(`03:00 from ${tomorrow}`)).toBeVisible();
  });

  it('shows the consequence of each negative stock rule', async () => {
    const { user, panel, save } = await openEditor(`/branches?row=${ids.branch1}`, 'Edit Riverside');
    const rule = await panel.findByRole('radio', { name: /Data problems/ });
    expect(rule).not.toBeChecked();
    await user.click(rule);
    await save();
    const admin = await apiAs(mock.api, 'admin');
    expect((await admin('GET', `/branch/${ids.branch1}`))['negativeStock']).toBe('warn');
  });
});

describe('rates', () => {
  it('of a currency are entered with their start date; the base currency has none', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const euro = await admin('POST', '/currencies', { name: 'Euro', code: 'EUR', symbol: '€' });
    const { user, panel, save } = await openEditor(`/currency?row=${String(euro['_id'])}`, 'Edit Euro');
    expect(
      await panel.findByText('From this date, 1 EUR is worth this much in the base currency.'),
    ).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Add rate' }));
    await waitFor(() => expect(panel.getByLabelText('From')).toHaveFocus());
    await user.type(panel.getByLabelText('Rate'), '0,85');
    await user.click(panel.getByRole('button', { name: 'Add rate' }));
    await waitFor(() => expect(panel.getAllByLabelText('From')[0]).toHaveFocus());
    await user.type(panel.getAllByLabelText('Rate')[0] as HTMLElement, '0,9');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Use each start date only once.')).toBeVisible();
    await user.click(panel.getAllByRole('button', { name: /^Remove the rate/ })[0] as HTMLElement);
    await waitFor(() => expect(panel.getByLabelText('From')).toHaveFocus());
    await save();
    const { rates } = (await admin('GET', `/currencies/${String(euro['_id'])}`)) as unknown as {
      rates: { rate: number }[];
    };
    expect(rates).toEqual([{ date: expect.any(String), rate: 0.85 }]);
  });

  it('of past days show which days will be recalculated', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const rates = [
      { date: '2026-01-01', rate: 2 },
      { date: '2026-02-01', rate: 3 },
    ];
    const koruna = await admin('POST', '/currencies', { name: 'Koruna', code: 'CZK', symbol: 'CZK', rates });
    const { user, panel } = await openEditor(`/currency?row=${String(koruna['_id'])}`, 'Edit Koruna');
    await user.click(await panel.findByRole('button', { name: 'Add rate' }));
    await user.type(panel.getAllByLabelText('Rate')[0] as HTMLElement, '4');
    expect(panel.queryByText(/recalculated/)).toBeNull();
    const january = panel.getAllByLabelText('Rate')[1] as HTMLElement;
    await user.clear(january);
    await user.type(january, '2.5');
    expect(await panel.findByText(/from 1 Jan 2026 to 31 Jan 2026/)).toBeVisible();
  });

  it('of the base currency are not required', async () => {
    const { panel } = await openEditor(`/currency?row=${ids.currency}`, 'Edit Pound sterling');
    expect(await panel.findByText(/doesn’t need a rate/)).toBeInTheDocument();
    expect(panel.queryByRole('button', { name: 'Add rate' })).toBeNull();
  });

  it('of a tax are kept in the history when a new rate begins, as the form states before saving', async () => {
    const admin = await apiAs(mock.api, 'admin');
    const vat = await admin('POST', '/taxes', { name: 'VAT', rate: 20, validFrom: '2011-01-04' });
    const { user, panel, save } = await openEditor(`/tax?row=${String(vat['_id'])}`, 'Edit VAT');
    const rate = await panel.findByLabelText(/^Rate/);
    expect(await panel.findByText('No earlier rates.')).toBeInTheDocument();
    await user.clear(rate);
    await user.type(rate, '21');
    expect(panel.queryByText(/When you save, /)).toBeNull();
    const from = panel.getByLabelText(/^Valid from/);
    await user.clear(from);
    await user.type(from, '2027-01-01');
    expect(panel.getByText(/^When you save, 20% stays in the history through .*31 Dec/)).toBeInTheDocument();
    await save();
    expect((await admin('GET', `/taxes/${String(vat['_id'])}`))['rates']).toEqual([
      { from: '2011-01-04', rate: 20 },
    ]);
  });
});
