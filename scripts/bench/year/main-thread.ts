import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { resources } from '#modules/master-data/collections.ts';
import { analyticsShapes } from '#modules/analytics/views.ts';
import { reportNames } from '#modules/reports/report-shapes.ts';
import type { Route } from '#platform/server/http/route.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { jobs, schedules } from '#app/server/jobs/registry.ts';
import { routes } from '#app/server/routes.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import type { YearResult } from './fill.ts';

/** Main thread time of one read, write or job. */
export interface ThreadTurn {
  name: string;
  status: number | null;
  /** The longest CPU time (ms) between two turns of the event loop. */
  cpuMs: number;
}

const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the longest CPU time for which some work blocked the event loop, independent of the machine's load.
 */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = readCpuMs();
  let isDone = false;
  const recordTurn = () => {
    const now = readCpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(recordTurn);
  };
  setImmediate(recordTurn);
  await work();
  isDone = true;
  recordTurn();
  return longest;
}

/**
 * Returns the minimum of several runs, which excludes compilation and the first computation of cached values.
 */
async function measureMinimum(times: number, work: (index: number) => Promise<number | null>) {
  const turns: number[] = [];
  let status: number | null = null;
  for (let index = 0; index < times; index++)
    turns.push(
      await measureLongestTurn(async () => {
        status = await work(index);
      }),
    );
  return { status, cpuMs: Math.min(...turns) };
}

/**
 * Measures every read route on the main thread, with parameters for a row, a branch, an item and a period of
 * four weeks.
 */
export async function* measureReads(t: TestApp, { branches, items }: YearResult): AsyncGenerator<ThreadTurn> {
  const admin = t.as('admin');
  const today = toUtcDay(t.clock.now());
  const [branch = '', item = ''] = [branches[0], items[0]];
  const parameters: Record<string, string> = {
    limit: '100',
    from: addDays(today, -28),
    to: addDays(today, -1),
    ...Object.fromEntries(
      ['branch', 'branchId', 'place', 'placeId', 'kitchen'].map((name) => [name, branch]),
    ),
    ...Object.fromEntries(['itemId', 'item', 'items'].map((name) => [name, item])),
    ...Object.fromEntries(['day', 'date', 'deliveryDate'].map((name) => [name, addDays(today, -1)])),
  };
  for (const route of routes) {
    if (route.method !== 'get' || route.path === '/events') continue;
    for (const path of await listPaths(t, route))
      for (const query of ['', `?${new URLSearchParams(parameters)}`]) {
        if (query !== '' && !route.query) continue;
        const parsed = route.query?.safeParse(Object.fromEntries(new URLSearchParams(query)));
        // Slow reads run on threads of their own.
        if (route.isLong && (!parsed?.success || route.isLong(parsed.data))) continue;
        const call = async () => (await admin.get(path + query)).status;
        yield {
          name: `GET ${/:(name|view)/.test(route.path) ? path : route.path}${query === '' ? '' : ' with parameters'}`,
          ...(await measureMinimum(3, call)),
        };
      }
  }
}

async function listPaths(t: TestApp, { path }: Route): Promise<string[]> {
  if (path === '/reports/:name') return reportNames.map((name) => path.replace(':name', name));
  if (path === '/analytics/:view')
    return Object.keys(analyticsShapes).map((view) => path.replace(':view', view));
  if (!path.includes(':')) return [path];
  const list = await t.as('admin').get(`${path.slice(0, path.indexOf('/:'))}?limit=1`);
  const [row] = Array.isArray(list.body) ? list.body : (list.body?.orders ?? []);
  return [path.replace(/:\w+/, String(row?._id ?? 'missing'))];
}

/**
 * Measures every scheduled job, except those that read on a separate thread. A job has work only once, so
 * garbage is collected before it instead of taking the minimum of several runs.
 */
export async function* measureJobs(t: TestApp): AsyncGenerator<ThreadTurn> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  for (const { job, payload } of schedules) {
    let usesReader = false;
    const longRead = () => {
      usesReader = true;
      return t.db.read;
    };
    const runner = createTestRunner({ db: { ...t.db, longRead }, clock: t.clock, jobs });
    await t.db.write((tx) => enqueue(tx, job, payload(t.clock.now()), { now: t.clock.now() }));
    collectGarbage();
    const cpu = await measureLongestTurn(() => runner.runDue());
    if (!usesReader) yield { name: `job ${job.kind}`, status: null, cpuMs: cpu };
  }
}

/** Measures changes to master data with many dependent rows: a price, a unit, a name, archiving. */
export async function* measureWrites(
  t: TestApp,
  { branches, items }: YearResult,
): AsyncGenerator<ThreadTurn> {
  const admin = t.as('admin');
  const first = { items: items[0], branch: branches[0] };
  for (const { path, collection } of resources) {
    const { body } = await admin.get(`${path}?limit=1`);
    const id = first[collection as keyof typeof first] ?? body[0]?._id;
    if (id === undefined) continue;
    const rename = async (index: number) =>
      (await admin.put(`${path}/${id}`, { nameAlt: `name ${index}` })).status;
    yield { name: `PUT ${path}/:id`, ...(await measureMinimum(3, rename)) };
  }
  const changePrice = async (index: number) =>
    (await admin.put(`/items/${items[0]}`, { unitPrice: 2 + index })).status;
  yield { name: 'PUT /items/:id, price', ...(await measureMinimum(3, changePrice)) };
  const { body: categories } = await admin.get('/item-categories?limit=2');
  const [from, into] = [categories[0]?._id, categories[1]?._id];
  const merge = async () => (await admin.post(`/item-categories/${from}/merge`, { into })).status;
  yield { name: 'POST /item-categories/:id/merge', ...(await measureMinimum(1, merge)) };
}
