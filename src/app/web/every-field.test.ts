import { buildMinimalSample, buildFullSample } from '#platform/shapes/testing/samples.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderSummary, orderLineFields } from '#modules/orders/shapes.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { orderQuery } from '#modules/orders/web/queries/queries.ts';

const reader = readUser({ _id: 'u1', role: 'admin' });

beforeEach(() => {
  if (reader) beginSession('token', reader);
});
afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
});

const context = { signal: new AbortController().signal };

const extraFields = {
  statusHistory: [
    { from: null, to: 'Draft', by: 'u', byName: 'Una', at: '2031-01-02T03:04:05.000Z', reason: null },
  ],
  allowedMoves: [{ to: 'Under Review', verb: 'submit', reason: false }],
  fillRate: { lines: 0.5, units: 0.25 },
};

test.each([
  [
    'an order',
    buildFullSample,
    { items: [buildFullSample(orderLineFields)], ...extraFields },
    orderSummary,
    orderQuery,
  ],
  [
    'an order with few fields',
    buildMinimalSample,
    { items: [buildMinimalSample(orderLineFields)], ...extraFields },
    orderSummary,
    orderQuery,
  ],
] as const)(
  'reads every field of %s as the server sends it',
  async (_title, buildSample, additions, fields, query) => {
    const response = { ...buildSample(fields), ...additions };
    vi.stubGlobal('fetch', async () => Response.json(response));
    expect(await query('text 1').queryFn(context)).toEqual(response);
  },
);
