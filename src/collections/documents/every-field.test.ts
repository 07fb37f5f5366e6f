import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countFields } from '#contract/count-fields.ts';
import { discrepancyFields } from '#contract/discrepancy-fields.ts';
import {
  type DocumentFields,
  type FieldSpec,
  isNullable,
  isSparse,
  documentFieldKind,
} from '#contract/document-fields.ts';
import { orderFields, orderLineFields } from '#contract/order-fields.ts';
import { purchaseLineFields, purchaseOrderFields } from '#contract/purchase-order-fields.ts';
import { wastageFields } from '#contract/wastage-fields.ts';
import { readUser } from '#src/lib/session/read-user.ts';
import { beginSession, endSession } from '#src/lib/session/session.ts';
import { orderQuery } from '../orders/queries.ts';
import { discrepancyQuery } from './discrepancies.ts';
import { purchaseQuery } from './purchase-orders.ts';
import { countSheetQuery } from './stock-counts.ts';
import { wasteRecordQuery } from './wastage.ts';

const reader = readUser({ _id: 'u1', role: 'admin' });

beforeEach(() => {
  if (reader) beginSession('token', reader);
});
afterEach(() => {
  endSession('signed-out');
  vi.unstubAllGlobals();
});

const context = { signal: new AbortController().signal };

function valueOf(spec: FieldSpec, nth: number): unknown {
  const kind = documentFieldKind(spec);
  if (kind === 'quantity' || kind === 'price' || kind === 'unitCost') return nth + 0.000001;
  if (kind === 'money' || kind === 'cost') return nth + 0.0001;
  if (kind === 'moment') return new Date(nth * 1e9).toISOString();
  if (kind === 'integer') return nth;
  if (kind === 'flag') return nth % 2 === 0;
  return kind === 'json' ? [{ lot: 'L1', qty: 2, expiry: '2031-01-02' }] : `text ${nth}`;
}

/** A document with a distinct value in every field. */
const full = (fields: DocumentFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, spec], at) => [name, valueOf(spec, at + 1)]));
/** A document with only the required fields. */
const bare = (fields: DocumentFields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, spec], at) =>
      isSparse(spec) ? [] : [[name, isNullable(spec) ? null : valueOf(spec, at + 1)] as const],
    ),
  );

const aboutOrder = {
  statusHistory: [
    { from: null, to: 'Draft', by: 'u', byName: 'Una', at: '2031-01-02T03:04:05.000Z', reason: null },
  ],
  allowedMoves: [{ to: 'Under Review', verb: 'submit', reason: false }],
  fillRate: { lines: 0.5, units: 0.25 },
};

test.each([
  ['an order', full, { items: [full(orderLineFields)], ...aboutOrder }, orderFields, orderQuery],
  [
    'an order with few fields',
    bare,
    { items: [bare(orderLineFields)], ...aboutOrder },
    orderFields,
    orderQuery,
  ],
  [
    'a purchase order',
    full,
    {
      items: [full(purchaseLineFields)],
      statusHistory: aboutOrder.statusHistory,
      allowedMoves: [],
      approverNames: ['Ada'],
    },
    purchaseOrderFields,
    purchaseQuery,
  ],
  [
    'a purchase order with few fields',
    bare,
    {
      items: [bare(purchaseLineFields)],
      statusHistory: aboutOrder.statusHistory,
      allowedMoves: [],
      approverNames: [],
    },
    purchaseOrderFields,
    purchaseQuery,
  ],
  ['a waste record', full, {}, wastageFields, wasteRecordQuery],
  ['a waste record with few fields', bare, {}, wastageFields, wasteRecordQuery],
  ['a stock count', full, { sections: ['s1'], only: ['i1'], items: [] }, countFields, countSheetQuery],
  ['a discrepancy', full, {}, discrepancyFields, discrepancyQuery],
  ['a discrepancy with few fields', bare, {}, discrepancyFields, discrepancyQuery],
] as const)('every field of %s is read as our server sends it', async (_, make, more, fields, query) => {
  const sent = { ...make(fields), ...more };
  vi.stubGlobal('fetch', async () => Response.json(sent));
  expect(await query('text 1').queryFn(context)).toEqual(sent);
});
