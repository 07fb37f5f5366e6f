import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { addDays } from '#core/day.ts';

const mock = useMockApi();
const branches = [
  [ids.branch1, 'Riverside'],
  [ids.branch2, 'Station'],
] as const;
const lastDay = '2026-11-17';

/** Imports sales of soup for both branches on the last `count` days. */
async function importDays(count: number): Promise<void> {
  const calls = await apiAs(mock.api, 'admin');
  const days = Array.from({ length: count }, (_, n) => addDays(lastDay, -n));
  await calls('POST', '/sales', {
    source: 'Till',
    rows: days.flatMap((day) => branches.map(([branch]) => ({ branch, day, code: 'SOUP', qty: 1, net: 5 }))),
  });
}

const buildCsv = (rows: readonly (readonly [day: string, branch: string])[]) =>
  new File(
    [
      ['Date,Branch,Code,Qty,Net', ...rows.map(([day, branch]) => `${day},${branch},SOUP,2,10.00`)].join(
        '\n',
      ),
    ],
    'till.csv',
    { type: 'text/csv' },
  );

async function chooseFile(file: File, till = 'till') {
  const app = await renderApp('/menu/sales?import=true', { as: 'admin' });
  await app.user.upload(await screen.findByLabelText('Choose a file'), file);
  const name = await screen.findByRole('textbox', { name: 'Till name' });
  await app.user.clear(name);
  await app.user.type(name, till);
  return app;
}

it('shows which days are replaced, regardless of how many later days exist', async () => {
  // 520 branch days are on the server; the file contains the first of them.
  await importDays(260);
  await chooseFile(
    buildCsv([
      [addDays(lastDay, -259), 'Station'],
      [addDays(lastDay, -258), 'Station'],
      [addDays(lastDay, -260), 'Station'],
    ]),
  );
  expect(await screen.findByText(/^Days already imported that will be replaced: 2/)).toHaveTextContent(
    /Station/,
  );
});

it('finds the replaced days of a large file, for this till only', async () => {
  await importDays(260);
  const rows = Array.from({ length: 260 }, (_, n) => addDays(lastDay, -n)).flatMap((day) =>
    branches.map(([, name]) => [day, name] as const),
  );
  const { user } = await chooseFile(buildCsv(rows));
  expect(await screen.findByText(/^Days already imported that will be replaced: 520/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Till name' }), ' on the terrace');
  expect(screen.queryByText(/^Days already imported/)).not.toBeInTheDocument();
});

it('links a branch that has a different name in the file, remembers the link, and shows values as parsed', async () => {
  const text =
    'Datum;Filiale;Code;Menge;Netto\n17.11.26;Shop A;SOUP;0,125;2,500\n17.11.26;Shop A;SOUP;1,250;18,750\n';
  const { user } = await chooseFile(new File([text], 'till.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/Row 2, Branch: “Shop A” isn’t linked to a branch/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shop A' }), 'Station');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const first = within(screen.getByRole('table', { name: 'Preview of the first rows' })).getAllByRole(
    'row',
  )[1];
  expect(first).toHaveTextContent('17.11.26 → 17 Nov 2026StationSOUP0,125 → 0.1252,500 → 2.5');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText(/^Rows imported: 1/)).toBeVisible();
  const calls = await apiAs(mock.api, 'admin');
  expect(await calls('GET', '/sales')).toMatchObject([
    { branch: ids.branch2, day: '2026-11-17', qty: 1.375, net: 21.25 },
  ]);

  // The till's next file needs no link.
  await user.click(screen.getByRole('button', { name: 'Choose a file' }));
  await user.upload(
    screen.getByLabelText('Choose a file', { selector: 'input' }),
    new File([text], 'next.csv', { type: 'text/csv' }),
  );
  await screen.findByRole('table', { name: 'Preview of the first rows' });
  expect(screen.queryByRole('combobox', { name: 'Shop A' })).not.toBeInTheDocument();
});

it('reads a file in a different encoding, and lets the user choose one', async () => {
  const bytes = Uint8Array.from(
    'Date;Branch;Code;Name;Qty;Net\n2026-11-17;Station;1;K\u00e4se;1;2\n',
    (letter) => letter.charCodeAt(0),
  );
  const { user } = await chooseFile(new File([bytes], 'till.csv'));
  const encoding = await screen.findByRole('combobox', { name: 'File encoding' });
  expect(encoding).toHaveValue('windows-1252');
  expect(screen.getByRole('cell', { name: 'Käse' })).toBeVisible();
  await user.selectOptions(encoding, 'windows-1251');
  expect(await screen.findByRole('cell', { name: 'Kдse' })).toBeVisible();
});

it("reports when it can't determine what would be replaced", async () => {
  await importDays(2);
  mock.api.server.use(
    http.get('*/api/sales', () => HttpResponse.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 })),
  );
  await chooseFile(buildCsv([[lastDay, 'Station']]));
  expect(await screen.findByText(/^Couldn’t check which days are already imported/)).toBeVisible();
});
