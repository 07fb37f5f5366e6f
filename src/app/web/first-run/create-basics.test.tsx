import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { createSampleItems } from './create-basics.ts';
import { commonUnits, sampleCategories, sampleItems, sampleSections } from './sample-list.ts';

const mock = useMockApi();
const rowCount = commonUnits.length + sampleSections.length + sampleCategories.length + sampleItems.length;

it('creates the sample list without duplicates after interruptions', async () => {
  await renderApp('/units', { as: 'admin' });
  await screen.findByRole('heading', { level: 1, name: 'Units' });
  const call = await apiAs(mock.api, 'admin');
  const listValues = async (path: string, field: string) => {
    const rows = Object.values(await call('GET', `${path}?limit=500`)) as Record<string, unknown>[];
    return rows.map((row) => String(row[field])).toSorted();
  };
  const readKeys = async () => ({
    units: await listValues('/units', 'symbol'),
    sections: await listValues('/sections', 'code'),
    categories: await listValues('/item-categories', 'name'),
    items: await listValues('/items', 'itemCode'),
  });

  for (const interruptedAfter of [5, rowCount - 8]) {
    const interruptedRun = createSampleItems((created) => {
      if (created === interruptedAfter) throw new Error('interrupted');
    });
    await expect(interruptedRun).rejects.toThrow('interrupted');
  }
  const progress: string[] = [];
  await createSampleItems((created, total) => progress.push(`${created}/${total}`));
  expect(progress.at(-1)).toBe(`${rowCount}/${rowCount}`);
  const createdRows = await readKeys();
  expect(createdRows.items).toEqual(expect.arrayContaining(sampleItems.map(([code]) => code)));
  for (const keys of Object.values(createdRows)) expect(keys).toEqual([...new Set(keys)]);

  await createSampleItems(() => undefined);
  expect(await readKeys()).toEqual(createdRows);
});
