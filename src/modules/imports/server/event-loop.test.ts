import { expect, it } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { createCheckedImport, itemColumns, itemRows } from '#app/server/testing/large-imports.ts';

/** CPU time of this thread so far in milliseconds, independent of other load. */
const workedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest time during `work` without yielding to the event loop. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, isFinished] = [workedMs(), 0, false];
  const measure = () => {
    longest = Math.max(longest, workedMs() - last);
    last = workedMs();
    if (!isFinished) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isFinished = true;
  return Math.max(longest, workedMs() - last);
}

it('thousands of rows are checked, written and undone without blocking the event loop noticeably', async () => {
  const api = await createTestApp();
  const rows = itemRows(3000, 2, 'TURN');
  let at = '';
  let client = api.as('admin');
  const judged = await longestStretch(
    async () => ({ at, client } = await createCheckedImport(api, 'items', itemColumns, rows)),
  );
  const written = await longestStretch(() => client.post(`${at}/commit`));
  expect((await client.get(at)).body.status).toBe('Committed');
  const undone = await longestStretch(() => client.post(`${at}/undo`));
  expect((await client.get(at)).body.status).toBe('Undone');
  // About a third of that with yields, and twice as much without.
  expect(Math.max(judged, written, undone)).toBeLessThan(90);
  await api.close();
});

it('every existing row is matched, however many an item has: levels of hundreds of items are unchanged when imported again', async () => {
  const api = await createTestApp();
  const client = api.as('admin');
  const created = await createCheckedImport(api, 'items', itemColumns, itemRows(300, 2, 'MEET'));
  expect((await client.post(`${created.at}/commit`)).body.status).toBe('Committed');
  const columns = ['itemId', 'branchId', 'par'];
  const levels = Array.from({ length: 600 }, (_, n) => [`MEET-${n % 300}`, n < 300 ? 'B1' : 'B2', 5]);
  const first = await createCheckedImport(api, 'item-levels', columns, levels);
  expect((await client.post(`${first.at}/commit`)).body).toMatchObject({ status: 'Committed', created: 600 });
  const secondResponse = await createCheckedImport(api, 'item-levels', columns, levels);
  expect((await client.get(secondResponse.at)).body).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 600,
  });
  await api.close();
});
