import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/tables.ts';
import { ids } from '../testing/ids.ts';
import { engines, type FaultDatabase, stopEngines } from './engines.ts';
import { Fleet, type Work } from './fleet.ts';
import { violationsOf } from './proof.ts';
import { randomFrom } from './random.ts';
import { note, times } from './scale.ts';
import { withMinimalBusiness } from './seeded.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { call, signIn } from './writers.ts';

const kills = times(3, 50);
const writersEach = 3;

afterAll(stopEngines);

interface Row {
  _id: string;
  items: { lineId: string; orderId?: string; itemId: string }[];
}

/**
 * A document brought all the way, each call under a key of its own: what was done before a kill is answered from the
 * idempotency keys when it is asked again.
 */
function work(
  begin: { path: string; body(mark: string, deliveryDate: string): object },
  steps: readonly { method?: string; path?(id: string): string; body(row: Row): object }[],
): Work {
  return async (url, session, attempt) => {
    attempt.sent += 1;
    const send = <T>(method: string, path: string, body: object, step: number) =>
      call<T>(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${session.token}`,
          'content-type': 'application/json',
          'idempotency-key': `${attempt.key}-${step}`,
        },
        body: JSON.stringify(body),
      });
    let row = await send<Row>('POST', begin.path, begin.body(attempt.key, session.deliveryDate), 0);
    const { _id } = row;
    for (const [step, { method = 'PATCH', path = (id: string) => `${begin.path}/${id}`, body }] of steps.entries()) {
      const answer = await send<Row>(method, path(_id), body(row), step + 1);
      // What was picked or counted answers with its lines alone.
      if (answer._id === _id && answer.items.length > 0) row = answer;
    }
    attempt.acknowledged = _id;
  };
}

const to = (status: string) => ({ body: () => ({ status }) });
const { flour, tomato } = ids.items;

const kinds: { what: string; table: keyof Database & ('orders' | 'transfers' | 'stockCounts'); end: string; work: Work }[] = [
  {
    what: 'counts',
    table: 'stockCounts',
    end: 'Approved',
    work: work(
      { path: '/stock-counts', body: (note) => ({ type: 'spot', branch: ids.branch1, items: [flour, tomato], note }) },
      [
        to('Counting'),
        {
          method: 'POST',
          path: (id) => `/stock-counts/${id}/events`,
          body: ({ items }) => ({
            events: items.map(({ lineId }, seq) => ({ device: 'tablet', seq, mode: 'set', lineId, qty: 1000 })),
          }),
        },
        to('Submitted'),
        { body: () => ({ status: 'Cancelled' }) },
      ],
    ),
  },
  {
    what: 'transfers',
    table: 'transfers',
    end: 'Received',
    work: work(
      {
        path: '/transfers',
        body: (notes) => ({
          from: ids.branch1,
          to: ids.branch2,
          items: [flour, tomato].map((itemId) => ({ itemId, qty: 1 })),
          notes,
        }),
      },
      [to('Sent'), to('Received')],
    ),
  },
];
