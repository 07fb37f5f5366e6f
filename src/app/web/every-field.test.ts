import { bareSample, fullSample } from '#platform/shapes/testing/sample-of.ts';
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

const aboutOrder = {
  statusHistory: [
    { from: null, to: 'Draft', by: 'u', byName: 'Una', at: '2031-01-02T03:04:05.000Z', reason: null },
  ],
  allowedMoves: [{ to: 'Under Review', verb: 'submit', reason: false }],
  fillRate: { lines: 0.5, units: 0.25 },
};

test.each([
  ['an order', fullSample, { items: [fullSample(orderLineFields)], ...aboutOrder }, orderSummary, orderQuery],
  [
    'an order with few fields',
    bareSample,
    { items: [bareSample(orderLineFields)], ...aboutOrder },
    orderSummary,
    orderQuery,
  ],
] as const)('every field of %s is read as our server sends it', async (_, make, more, fields, query) => {
  const sent = { ...make(fields), ...more };
  vi.stubGlobal('fetch', async () => Response.json(sent));
  expect(await query('text 1').queryFn(context)).toEqual(sent);
});
