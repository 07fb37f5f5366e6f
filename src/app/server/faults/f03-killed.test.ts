import { afterAll, describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { engines, type FaultDatabase, stopEngines } from './engines.ts';
import { WriterFleet, type WriterWork } from './fleet.ts';
import { findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';
import { callApi, signInWriter } from './writers.ts';

const kills = chooseRepetitions(2, 50);

afterAll(stopEngines);

interface Row {
  _id: string;
  items: { lineId: string }[];
}

interface Step {
  method?: string;
  /** Path below the document's; defaults to the document itself. */
  path?(id: string): string;
  body(row: Row, mark: string): object;
}

/**
 * Creates a document and runs all its steps, each with its own key: steps completed before a kill are
 * replayed from the idempotency keys.
 */
function createThroughSteps(
  path: string,
  buildBody: (mark: string, deliveryDate: string) => object,
  steps: Step[],
): WriterWork {
  return async (url, { token, deliveryDate }, attempt) => {
    attempt.requestCount += 1;
    const send = (step: number, method: string, target: string, body: object) =>
      callApi<Row>(`${url}/api${target}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `${attempt.key}-${step}`,
        },
        body: JSON.stringify(body),
      });
    const created = await send(0, 'POST', path, buildBody(attempt.key, deliveryDate));
    let row = created;
    for (const [index, step] of steps.entries()) {
      const target = step.path?.(created._id) ?? `${path}/${created._id}`;
      const response = await send(index + 1, step.method ?? 'PATCH', target, step.body(row, attempt.key));
      // Counting and picking return only the lines they changed.
      if (response._id === created._id && response.items.length > 0) row = response;
    }
    attempt.acknowledgedId = created._id;
  };
}

const moveTo = (status: string): Step => ({ body: () => ({ status }) });
const itemIds = [ids.items.flour, ids.items.tomato];

const enterCounts: Step = {
  method: 'POST',
  path: (id) => `/stock-counts/${id}/events`,
  body: ({ items }, device) => ({
    events: items.map(({ lineId }, seq) => ({
      device,
      seq,
      mode: 'set',
      lineId,
      qty: 900 + (device.length % 7),
    })),
  }),
};
const pick: Step = {
  method: 'POST',
  path: () => '/pick-list/picks',
  body: ({ _id, items }) => ({
    picks: items.map(({ lineId }) => ({ lineId, orderId: _id, wasPicked: null, pickedQty: 1 })),
  }),
};

interface Kind {
  label: string;
  table: 'orders' | 'transfers' | 'stockCounts';
  /** Number of writers. Two concurrent counts of the same goods would require a decision. */
  writers: number;
  work: WriterWork;
  end: string;
}

const kinds: readonly Kind[] = [
  {
    label: 'counts',
    table: 'stockCounts',
    writers: 1,
    work: createThroughSteps(
      '/stock-counts',
      (note) => ({ type: 'spot', branch: ids.branch1, itemIds, note }),
      [moveTo('Counting'), enterCounts, moveTo('Submitted'), moveTo('Approved')],
    ),
    end: 'Approved',
  },
  {
    label: 'transfers',
    table: 'transfers',
    writers: 4,
    work: createThroughSteps(
      '/transfers',
      (notes) => ({
        from: ids.branch2,
        to: ids.kitchen,
        items: itemIds.map((itemId) => ({ itemId, qty: 1 })),
        notes,
      }),
      [moveTo('Sent'), moveTo('Received')],
    ),
    end: 'Received',
  },
  {
    label: 'picks',
    table: 'orders',
    writers: 4,
    work: createThroughSteps(
      '/orders',
      (notes, deliveryDate) => ({
        branch: ids.branch2,
        deliveryDate,
        items: itemIds.map((itemId) => ({ itemId, orderQty: 1 })),
        notes,
      }),
      [
        moveTo('Under Review'),
        moveTo('Sent to Central Kitchen'),
        moveTo('Under Process'),
        pick,
        moveTo('Shipped'),
        moveTo('Received'),
      ],
    ),
    end: 'Received',
  },
];

describe.each(engines)(
  'F3: a server on $name killed during counts, transfers and picks',
  ({ name, create }) => {
    it(`leaves each of them complete or absent, and never duplicated, after ${kills} kills`, async () => {
      const database = await seedMinimalDatabase(await create());
      await addStock(database);
      const random = createSeededRandom(3);
      let server = await startServerProcess(database.env);
      const session = await signInWriter(server.url, 'admin@demo.test');
      const fleets = kinds.map(
        ({ label, work }) => new WriterFleet(`F3-${label}`, server.url, session, work),
      );
      const running = Promise.all(fleets.map((fleet, index) => fleet.run(kinds[index]?.writers ?? 0))).then(
        () => undefined,
      );
      // Awaited at the end; prevents an unhandled rejection before then.
      running.catch(() => undefined);
      for (let kill = 0; kill < kills; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200 + random(600)));
        for (const fleet of fleets) fleet.pause();
        expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
        server = await startServerProcess(database.env);
        for (const fleet of fleets) fleet.resumeAt(server.url);
      }
      await Promise.all(fleets.map((fleet) => fleet.finish(running))).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${server.output()}`);
      });
      expect((await server.end('SIGTERM')).code).toBe(0);

      for (const [index, { label, table, end }] of kinds.entries()) {
        const attempts = fleets[index]?.attempts ?? [];
        const stored = await loadDocuments(database, table, `F3-${label}-`);
        expect(attempts.length, label).toBeGreaterThan(0);
        expect(
          stored.map(({ _id, status, mark }) => [mark, _id, status]).toSorted(compareMarks),
          `${label}: one completed document per acknowledgement`,
        ).toEqual(
          attempts.map(({ key, acknowledgedId }) => [key, acknowledgedId, end]).toSorted(compareMarks),
        );
        const retried = attempts.filter(({ requestCount }) => requestCount > 1).length;
        recordMeasurement('F3', name, {
          kills,
          [label]: attempts.length,
          'sent more than once': retried,
          lost: 0,
          duplicates: 0,
        });
      }
      expect(await findViolations(database)).toEqual([]);
      database.drop();
    });
  },
);

const compareMarks = ([a]: readonly unknown[], [b]: readonly unknown[]) => (String(a) < String(b) ? -1 : 1);

/** Adds stock at every location. */
async function addStock(database: FaultDatabase): Promise<void> {
  const db = database.open();
  for (const place of [ids.branch1, ids.branch2, ids.kitchen])
    for (const item of itemIds)
      await receiveStock({ db, clock: { now: () => new Date() } }, place, item, 1000, 1);
  await db.close();
}

/** Returns the documents whose notes begin with a mark. */
async function loadDocuments(database: FaultDatabase, table: Kind['table'], mark: string) {
  const db = database.open();
  const column = table === 'stockCounts' ? 'note' : 'notes';
  const rows = await db.read
    .selectFrom(table as 'orders')
    .select(['_id', 'status', `${column as 'notes'} as mark`])
    .where(column as 'notes', 'like', `${mark}%`)
    .execute();
  await db.close();
  return rows;
}
