import { expect, it } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { createCheckedImport, itemColumns, buildItemRows } from '#app/server/testing/large-imports.ts';

/** CPU time of this thread so far in milliseconds, independent of other load. */
const cpuTimeMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the longest time during `work` without yielding to the event loop, as a share of its whole time.
 */
async function measureLongestShare(work: () => Promise<unknown>): Promise<number> {
  const start = cpuTimeMs();
  let [last, longest, isFinished] = [start, 0, false];
  const measure = () => {
    longest = Math.max(longest, cpuTimeMs() - last);
    last = cpuTimeMs();
    if (!isFinished) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isFinished = true;
  return Math.max(longest, cpuTimeMs() - last) / (cpuTimeMs() - start);
}

it('thousands of rows are checked, written and undone without blocking the event loop noticeably', async () => {
  const api = await createTestApp();
  const rows = buildItemRows(3000, 2, 'BULK');
  let path = '';
  let client = api.as('admin');
  const checkShare = await measureLongestShare(
    async () => ({ path, client } = await createCheckedImport(api, 'items', itemColumns, rows)),
  );
  const commitShare = await measureLongestShare(() => client.post(`${path}/commit`));
  expect((await client.get(path)).body.status).toBe('Committed');
  const undoShare = await measureLongestShare(() => client.post(`${path}/undo`));
  expect((await client.get(path)).body.status).toBe('Undone');
  // With yields, the share is about a third of this limit; without them, it is about twice the limit.
  expect(Math.max(checkShare, commitShare, undoShare)).toBeLessThan(0.15);
  await api.close();
});

it('matches levels of hundreds of items and finds them unchanged when they are imported again', async () => {
  const api = await createTestApp();
  const client = api.as('admin');
  const created = await createCheckedImport(api, 'items', itemColumns, buildItemRows(300, 2, 'MATCH'));
  expect((await client.post(`${created.path}/commit`)).body.status).toBe('Committed');
  const columns = ['itemId', 'branchId', 'par'];
  const levels = Array.from({ length: 600 }, (_, n) => [`MATCH-${n % 300}`, n < 300 ? 'B1' : 'B2', 5]);
  const first = await createCheckedImport(api, 'item-levels', columns, levels);
  expect((await client.post(`${first.path}/commit`)).body).toMatchObject({
    status: 'Committed',
    created: 600,
  });
  const repeated = await createCheckedImport(api, 'item-levels', columns, levels);
  expect((await client.get(repeated.path)).body).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 600,
  });
  await api.close();
});
