import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSalesFile } from './file.ts';
import { measureMethods } from './measure.ts';

test("reads and measures a file of two bakeries' sales", async () => {
  const shops = await readSalesFile(join(import.meta.dirname, 'fixtures/bakery.csv'));
  expect(shops.map(({ items }) => items.length)).toEqual([5, 5]);
  const { orderGuide, lastWeek, flatAverage } = measureMethods(shops);
  for (const value of Object.values(orderGuide)) expect(value).toBeGreaterThan(0);
  expect(orderGuide.leftover97).toBeLessThan(lastWeek.leftover97);
  expect(orderGuide.leftover97).toBeLessThan(flatAverage.leftover97);
  expect(orderGuide.mase).toBeLessThan(lastWeek.mase);
});

test('reads dates in the format of the whole file, and an inch mark in a name as text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-sales-'));
  const path = join(folder, 'sales.csv');
  const read = async (...rows: string[]) => {
    writeFileSync(path, ['Date,Shop,Article,Sold', ...rows].join('\n'));
    const [shop] = await readSalesFile(path);
    return [shop?.from, shop?.items[0]?.quantities.length];
  };
  expect(
    await read('03/04/2024,A,Pie 5" round,1', '04/04/2024,A,Pie 5" round,1', '13/04/2024,A,Pie 5" round,2'),
  ).toEqual(['2024-04-03', 11]);
  expect(await read('03/04/2024,A,Pie,1', '03/14/2024,A,Pie,2')).toEqual(['2024-03-04', 11]);
  expect(await read('2024-3-4,A,Pie,1', '20240314,A,Pie,2')).toEqual(['2024-03-04', 11]);
  const [shop] = await readSalesFile(path);
  expect(() => measureMethods(shop ? [shop] : [])).toThrow('nothing to measure');
  rmSync(folder, { recursive: true });
});

test('reports a file without sales', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-sales-'));
  const path = join(folder, 'empty.csv');
  writeFileSync(path, 'Date,Shop,Article,Sold\n');
  await expect(readSalesFile(path)).rejects.toThrow('has no rows of date, place, item and quantity');
  rmSync(folder, { recursive: true });
});
