import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ids } from '#server/testing/ids.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { callsAs } from '#src/testing/order-story.ts';
import { renderApp, useMockApi } from '#src/testing/render-app.tsx';

const mock = useMockApi();
const branches = [
  [ids.branch1, 'Riverside'],
  [ids.branch2, 'Station'],
] as const;
const last = '2026-11-17';

/** Both branches sold soup on each of so many days. */
async function tellDays(count: number): Promise<void> {
  const calls = await callsAs(mock.api, 'admin');
  const days = Array.from({ length: count }, (_, n) => addDays(last, -n));
  await calls('POST', '/sales', {
    source: 'Till',
    rows: days.flatMap((day) => branches.map(([branch]) => ({ branch, day, code: 'SOUP', qty: 1, net: 5 }))),
  });
}

const csv = (rows: readonly (readonly [day: string, branch: string])[]) =>
  new File(
    [
      ['Date,Branch,Code,Qty,Net', ...rows.map(([day, branch]) => `${day},${branch},SOUP,2,10.00`)].join(
        '\n',
      ),
    ],
    'till.csv',
    { type: 'text/csv' },
  );

async function choose(file: File, till = 'till') {
  const app = await renderApp('/menu/sales?import=true', { as: 'admin' });
  await app.person.upload(await screen.findByLabelText('Choose a file'), file);
  const name = await screen.findByRole('textbox', { name: 'Name of the till' });
  await app.person.clear(name);
  await app.person.type(name, till);
  return app;
}

it('says which days are replaced however many came after them', async () => {
  // 520 days of branches are told, and the file is of the first of them.
  await tellDays(260);
  await choose(
    csv([
      [addDays(last, -259), 'Station'],
      [addDays(last, -258), 'Station'],
      [addDays(last, -260), 'Station'],
    ]),
  );
  expect(await screen.findByText(/^Days that are there already and are replaced: 2/)).toHaveTextContent(
    /Station/,
  );
});

it('says so of a file of any size, page by page, and of this till alone', async () => {
  await tellDays(260);
  const rows = Array.from({ length: 260 }, (_, n) => addDays(last, -n)).flatMap((day) =>
    branches.map(([, name]) => [day, name] as const),
  );
  const { person } = await choose(csv(rows));
  expect(await screen.findByText(/^Days that are there already and are replaced: 520/)).toBeVisible();
  await person.type(screen.getByRole('textbox', { name: 'Name of the till' }), ' of the terrace');
  expect(screen.queryByText(/^Days that are there already/)).not.toBeInTheDocument();
});

it('says where it cannot be told what is replaced', async () => {
  await tellDays(2);
  mock.api.server.use(
    http.get('*/api/sales', () => HttpResponse.json({ error: 'No.', code: 'FORBIDDEN' }, { status: 403 })),
  );
  await choose(csv([[last, 'Station']]));
  expect(await screen.findByText(/^It could not be told which of these days/)).toBeVisible();
});
