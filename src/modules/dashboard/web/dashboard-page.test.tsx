import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { reportResponse } from '#modules/reports/shapes.ts';
import { ids } from '#app/server/testing/ids.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { apiAs } from '#app/web/testing/api-client.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';

const mock = useMockApi();
const findCard = (name: RegExp) => screen.findByRole('link', { name });

describe('the dashboard', () => {
  it('shows the same counts as the lists it links to', async () => {
    await createOrderInStatus(mock.api, 'Under Review');
    await createOrderInStatus(mock.api, 'Under Review');
    await createOrderInStatus(mock.api, 'Shipped');
    await renderApp('/dashboard?from=2026-11-01&to=2026-11-30', { as: 'admin' });
    const call = await apiAs(mock.api, 'admin');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboards' })).toBeInTheDocument();
    for (const name of [/^Awaiting review/, /^Late/, /^In transit for over 24 h/]) {
      const address = new URL((await findCard(name)).getAttribute('href') ?? '', 'http://x');
      expect(address.pathname).toBe('/branch-orders');
      const { total } = await call('GET', `/orders?${address.searchParams}`);
      await waitFor(async () =>
        expect(within(await findCard(name)).getByText(String(total))).toBeInTheDocument(),
      );
    }
    expect(within(await findCard(/^Awaiting review/)).getByText('2')).toBeInTheDocument();
    expect(await screen.findByText('3 orders submitted')).toBeInTheDocument();
    expect(await findCard(/^Fill rate/)).toHaveTextContent('100%');
    expect(await findCard(/^Open discrepancies/)).toHaveTextContent('0');
    expect(await findCard(/^Stock value/)).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/reports\?report=valuation&day=2026-11-30/),
    );
  });

  it('shows the totals of the reports that its tiles link to', async () => {
    await createOrderInStatus(mock.api, 'Shipped');
    await renderApp('/dashboard', { as: 'admin' });
    const call = await apiAs(mock.api, 'admin');
    for (const [name, total] of [
      [/^Below par/, 'rows'],
      [/^Expiring in 7 days/, 'rows'],
      [/^Stock value/, 'value'],
    ] as const) {
      const href = (await findCard(name)).getAttribute('href') ?? '';
      const { pathname, searchParams } = new URL(href, 'http://x');
      expect(pathname).toBe('/reports');
      const { report, ...params } = Object.fromEntries(
        [...searchParams].map(([key, value]) => [key, value.replaceAll('"', '')]),
      );
      const response = await call('GET', `/reports/${report}?${new URLSearchParams(params)}`);
      const { total: rows, totals } = buildResponseSchema(reportResponse).parse(response);
      const figure = total === 'rows' ? rows : totals[total];
      expect((await findCard(name)).textContent?.replaceAll(',', '')).toContain(String(figure));
    }
  });

  it('shows food cost and wastage in percent, linked to their reports', async () => {
    await createOrderInStatus(mock.api, 'Shipped');
    await renderApp('/dashboard', { as: 'admin' });
    const call = await apiAs(mock.api, 'admin');
    for (const [name, total, unknown] of [
      [/^Wastage %/, 'wastage', 'No usage or waste in this period'],
      [/^Food cost %/, 'actualPercent', 'Not enough sales or counts in this period'],
    ] as const) {
      const { searchParams } = new URL((await findCard(name)).getAttribute('href') ?? '', 'http://x');
      const { report, ...params } = Object.fromEntries(searchParams);
      const { totals } = buildResponseSchema(reportResponse).parse(
        await call('GET', `/reports/${report}?${new URLSearchParams(params)}`),
      );
      const figure = totals[total];
      const tileText = figure === null || figure === undefined ? unknown : `${figure}%`;
      expect(await findCard(name)).toHaveTextContent(tileText);
    }
  });

  it("shows whether a tile's target is met, and lets head office set targets", async () => {
    await createOrderInStatus(mock.api, 'Shipped');
    const { user } = await renderApp('/dashboard?from=2026-11-01&to=2026-11-30', { as: 'admin' });
    await user.click(await screen.findByRole('button', { name: 'Targets' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tile targets' });
    const typeGoal = async (name: string, value: string) =>
      user.type(await within(dialog).findByLabelText(name), value);
    await typeGoal('Fill rate', '101');
    await typeGoal('Below par', '0');
    await user.click(within(dialog).getByRole('button', { name: 'Save targets' }));
    expect(await within(dialog).findByText('At most 100')).toBeVisible();
    await user.clear(within(dialog).getByLabelText('Fill rate'));
    await typeGoal('Fill rate', '98');
    await user.click(within(dialog).getByRole('button', { name: 'Save targets' }));
    await waitFor(async () => {
      expect(await findCard(/^Fill rate/)).toHaveTextContent('Target: at least 98%, met');
      expect(await findCard(/^Below par/)).toHaveTextContent('Target: at most 0, not met');
    });
    expect(await findCard(/^Expiring/)).not.toHaveTextContent('Target');
  });

  it("shows no targets button to users who can't manage settings", async () => {
    await renderApp('/dashboard', { as: 'viewer' });
    expect(await findCard(/^Fill rate/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Targets' })).not.toBeInTheDocument();
  });

  it('filters by branch, and keeps the branch in the URL and in links', async () => {
    await createOrderInStatus(mock.api, 'Under Review');
    const app = await renderApp('/dashboard', { as: 'viewer' });
    await waitFor(async () => expect(await findCard(/^Awaiting review/)).toHaveTextContent('1'));
    await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Branch' }), 'Station');
    await waitFor(async () => expect(await findCard(/^Awaiting review/)).toHaveTextContent('0'));
    expect(app.path()).toContain('branch=');
    expect(await findCard(/^Awaiting review/)).toHaveAttribute('href', expect.stringContaining('branch='));
    expect(await findCard(/^Open discrepancies/)).toHaveAttribute(
      'href',
      expect.stringMatching(/reconcile&branch=/),
    );
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect(await findCard(/^Awaiting review/)).toHaveTextContent('1'));
  });

  it('shows the name of the selected location, including kitchens and archived branches', async () => {
    const call = await apiAs(mock.api, 'admin');
    await call('PUT', `/branch/${ids.branch1}`, { isActive: false });
    for (const [place, name] of [
      [ids.branch1, 'Riverside'],
      [ids.kitchen, 'Central Kitchen'],
    ] as const) {
      const app = await renderApp(`/dashboard?branch=${place}`, { as: 'admin' });
      expect(await screen.findByText(new RegExp(`^${name} ·`))).toBeVisible();
      expect(screen.getByRole('combobox', { name: 'Branch' })).toHaveDisplayValue(name);
      app.unmount();
    }
  });

  it('links to the other dashboards', async () => {
    await renderApp('/dashboard', { as: 'master' });
    for (const name of ['Classic dashboard', 'Fallback dashboard', 'Troubleshooting', 'Self-test']) {
      expect(await screen.findByRole('link', { name })).toBeInTheDocument();
    }
  });

  it('reports figures that failed to load, and loads them on retry', async () => {
    mock.api.fail({ fault: '500', match: '/reports/tiles', times: 1 });
    const app = await renderApp('/dashboard', { as: 'admin' });
    expect(await screen.findByText('Couldn’t load some figures.')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Couldn’t load some figures.')).toBeNull());
    expect(await findCard(/^Below par/)).toHaveTextContent(/Below par \d/);
  });

  it('draws the key figures as lines, described for screen readers, and no line without enough data', async () => {
    const points = [12, 15.5, 9].map((value, n) => ({
      from: `2026-11-0${n + 1}`,
      to: `2026-11-0${n + 1}`,
      value,
    }));
    mock.api.server.use(
      http.get('*/api/reports/tiles/trends', () =>
        HttpResponse.json({
          trends: [
            { key: 'wastageShare', points },
            { key: 'stockValue', points: points.map((point) => ({ ...point, value: null })) },
          ],
        }),
      ),
    );
    await renderApp('/dashboard?from=2026-11-01&to=2026-11-03', { as: 'admin' });
    const line = await within(await findCard(/^Wastage %/)).findByRole('img');
    expect(line).toHaveAccessibleName('From 12% (Sun 1 Nov) to 9% (Tue 3 Nov). Lowest 9%, highest 15.5%.');
    expect(await findCard(/^Stock value/)).toHaveTextContent('Not enough data for a trend');
    expect(await findCard(/^Sales/)).toHaveAttribute(
      'href',
      '/reports?report=sales&from=2026-11-01&to=2026-11-03',
    );
  });

  it('ranks branches worst first by the chosen figure, each linked to its rows', async () => {
    const rows = [
      { key: 'b1', label: 'Harbour', lineFill: 97 },
      { key: 'b2', label: 'Station', lineFill: 81.5 },
      { key: 'b3', label: 'Airport', lineFill: null },
    ];
    mock.api.server.use(
      http.get('*/api/reports/order-fill', () =>
        HttpResponse.json({
          name: 'order-fill',
          by: 'branch',
          params: {},
          columns: [],
          rows,
          total: 3,
          totals: {},
        }),
      ),
    );
    const app = await renderApp('/dashboard?from=2026-11-01&to=2026-11-03', { as: 'admin' });
    await app.user.selectOptions(
      await screen.findByRole('combobox', { name: 'Rank branches by' }),
      'Fill rate',
    );
    const chart = within(await screen.findByRole('list', { name: /^Fill rate, worst first/ }));
    expect(chart.getAllByRole('link').map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Station: 81.5%',
      'Harbour: 97%',
    ]);
    expect(chart.getByRole('link', { name: /^Station/ })).toHaveAttribute(
      'href',
      '/reports?report=order-fill&by=document&from=2026-11-01&to=2026-11-03&branch=b2',
    );
    expect(app.path()).toContain('rank=fillRate');
  });
});
