import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { callsAs } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';
import { createSampleItems } from './create-basics.ts';
import { commonUnits, sampleCategories, sampleItems, sampleSections } from './sample-list.ts';

const mock = useMockApi();
const all = commonUnits.length + sampleSections.length + sampleCategories.length + sampleItems.length;

it('creates the complete sample list, without duplicates after interruptions', async () => {
  await renderApp('/units', { as: 'admin' });
  await screen.findByRole('heading', { level: 1, name: 'Units' });
  const call = await callsAs(mock.api, 'admin');
  const namesOf = async (path: string, field: string) => {
    const rows = Object.values(await call('GET', `${path}?limit=500`)) as Record<string, unknown>[];
    return rows.map((row) => String(row[field])).toSorted();
  };
  const marks = async () => ({
    units: await namesOf('/units', 'symbol'),
    sections: await namesOf('/sections', 'code'),
    categories: await namesOf('/item-categories', 'name'),
    items: await namesOf('/items', 'itemCode'),
  });

  for (const cutAfter of [5, all - 8]) {
    const cut = createSampleItems((created) => {
      if (created === cutAfter) throw new Error('cut off');
    });
    await expect(cut).rejects.toThrow('cut off');
  }
  const progress: string[] = [];
  await createSampleItems((created, of) => progress.push(`${created}/${of}`));
  expect(progress.at(-1)).toBe(`${all}/${all}`);
  const createdRows = await marks();
  expect(createdRows.items).toEqual(expect.arrayContaining(sampleItems.map(([code]) => code)));
  for (const marked of Object.values(createdRows)) expect(marked).toEqual([...new Set(marked)]);

  await createSampleItems(() => undefined);
  expect(await marks()).toEqual(createdRows);
});
