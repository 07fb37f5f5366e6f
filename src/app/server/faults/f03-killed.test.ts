import { afterAll, describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { engines, type FaultDatabase, stopEngines } from './engines.ts';
import { WriterFleet, type WriterWork } from './fleet.ts';
import { findViolations } from './violations.ts';
import { randomFrom } from './random.ts';
import { recordMeasurement, repetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';
import { callApi, signInWriter } from './writers.ts';

const kills = repetitions(2, 50);

afterAll(stopEngines);

interface Row {
  _id: string;
  items: { lineId: string }[];
}

interface Step {
  method?: string;
  /** Path below the document; the document itself by default. */
  path?(id: string): string;
  body(row: Row, mark: string): object;
}

/**
 * Brings a document through all its steps, each under its own key: steps done before a kill are replayed from
 * the idempotency keys.
 */
function allTheWay(
  path: string,
  first: (mark: string, deliveryDate: string) => object,
  steps: Step[],
): WriterWork {
  return async (url, { token, deliveryDate }, attempt) => {
    attempt.sent += 1;
    const send = (step: number, method: string, below: string, body: object) =>
      callApi<Row>(`${url}/api${below}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `${attempt.key}-${step}`,
        },
        body: JSON.stringify(body),
      });
    const created = await send(0, 'POST', path, first(attempt.key, deliveryDate));
    let row = created;
    for (const [at, step] of steps.entries()) {
      const below = step.path?.(created._id) ?? `${path}/${created._id}`;
      const response = await send(at + 1, step.method ?? 'PATCH', below, step.body(row, attempt.key));
      // Counting and picking return only their own lines.
      if (response._id === created._id && response.items.length > 0) row = response;
    }
    attempt.acknowledged = created._id;
  };
}

const to = (status: string): Step => ({ body: () => ({ status }) });
const both = [ids.items.flour, ids.items.tomato];

const enter: Step = {
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
  what: string;
  table: 'orders' | 'transfers' | 'stockCounts';
  /** Two concurrent counts of the same goods need a decision. */
  writers: number;
  work: WriterWork;
  end: string;
}

const kinds: readonly Kind[] = [
  {
    what: 'counts',
    table: 'stockCounts',
    writers: 1,
    work: allTheWay('/stock-counts', (note) => ({ type: 'spot', branch: ids.branch1, items: both, note }), [
      to('Counting'),
      enter,
      to('Submitted'),
      to('Approved'),
    ]),
    end: 'Approved',
  },
  {
    what: 'transfers',
    table: 'transfers',
    writers: 4,
    work: allTheWay(
      '/transfers',
      (notes) => ({
        from: ids.branch2,
        to: ids.kitchen,
        items: both.map((itemId) => ({ itemId, qty: 1 })),
        notes,
      }),
      [to('Sent'), to('Received')],
    ),
    end: 'Received',
  },
  {
    what: 'picks',
    table: 'orders',
    writers: 4,
    work: allTheWay(
      '/orders',
      (notes, deliveryDate) => ({
        branch: ids.branch2,
        deliveryDate,
        items: both.map((itemId) => ({ itemId, orderQty: 1 })),
        notes,
      }),
      [
        to('Under Review'),
        to('Sent to Central Kitchen'),
        to('Under Process'),
        pick,
        to('Shipped'),
        to('Received'),
      ],
    ),
    end: 'Received',
  },
];

describe.each(engines)(
  'F3: a server on $name killed during counts, transfers and picks',
  ({ name, create }) => {
    it(`leaves each of them complete or absent, and done once, after ${kills} kills`, async () => {
      const database = await seedMinimalDatabase(await create());
      await fillShelves(database);
      const random = randomFrom(3);
      let server = await startServerProcess(database.env);
      const session = await signInWriter(server.url, 'admin@demo.test');
      const fleets = kinds.map(({ what, work }) => new WriterFleet(`F3-${what}`, server.url, session, work));
      const running = Promise.all(fleets.map((fleet, at) => fleet.run(kinds[at]?.writers ?? 0))).then(
        () => undefined,
      );
      // Awaited at the end; prevents an unhandled rejection until then.
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

      for (const [at, { what, table, end }] of kinds.entries()) {
        const attempts = fleets[at]?.attempts ?? [];
        const found = await documentsOf(database, table, `F3-${what}-`);
        expect(attempts.length, what).toBeGreaterThan(0);
        expect(
          found.map(({ _id, status, mark }) => [mark, _id, status]).toSorted(byMark),
          `${what}: one for each that was acknowledged, and all the way`,
        ).toEqual(attempts.map(({ key, acknowledged }) => [key, acknowledged, end]).toSorted(byMark));
        const retried = attempts.filter(({ sent }) => sent > 1).length;
        recordMeasurement('F3', name, {
          kills,
          [what]: attempts.length,
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

const byMark = ([a]: readonly unknown[], [b]: readonly unknown[]) => (String(a) < String(b) ? -1 : 1);

/** Enough stock everywhere. */
async function fillShelves(database: FaultDatabase): Promise<void> {
  const db = database.open();
  for (const place of [ids.branch1, ids.branch2, ids.kitchen])
    for (const item of both)
      await receiveStock({ db, clock: { now: () => new Date() } }, place, item, 1000, 1);
  await db.close();
}

/** Returns the documents whose notes begin with a mark. */
async function documentsOf(database: FaultDatabase, table: Kind['table'], mark: string) {
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
