import { describe, expect, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { buildTestOrderLine } from '#modules/orders/testing/orders.ts';
import {
  type DiscrepancyAction,
  discrepancyActions,
  type DiscrepancyType,
  discrepancyTypes,
} from '#modules/discrepancies/discrepancy-rules.ts';
import { isMoveKind, type MoveKind, moveKinds, getReversalKind } from '#core/move-kinds.ts';
import { isVirtualLocation } from '#modules/stock/ledger-locations.ts';
import {
  type Posting,
  buildDiscrepancyResolution,
  buildReceivePostings,
  buildShipPostings,
  buildWastagePostings,
  buildReversal,
} from '#modules/stock/postings.ts';

/** Expected properties: sign for the whole business, usage, loss. */
const expectedKinds: Record<MoveKind, [sign: 1 | -1 | 0 | null, isUse: boolean, isLoss: boolean]> = {
  opening: [1, false, false],
  opening_reversal: [-1, false, false],
  receipt_reversal: [-1, false, false],
  receipt: [1, false, false],
  production: [1, false, false],
  production_reversal: [-1, false, false],
  consumption: [-1, true, false],
  consumption_reversal: [1, true, false],
  ship: [0, true, false],
  ship_reversal: [0, true, false],
  receive: [0, false, false],
  receive_damaged: [0, false, false],
  waste: [-1, false, true],
  waste_reversal: [1, false, true],
  found_at_kitchen: [0, false, false],
  found_at_branch: [0, false, false],
  resend: [null, false, true],
  returned: [0, false, false],
  written_off: [-1, false, true],
  confirmed: [0, false, false],
  confirmed_damaged: [0, false, false],
  count_gain: [1, false, false],
  count_loss: [-1, false, false],
  count_pieces: [null, false, false],
  transfer_out: [0, false, false],
  transfer_out_reversal: [0, false, false],
  transfer_in: [0, false, false],
  return_held: [0, false, false],
  return_wasted: [-1, false, true],
  return_out: [0, false, false],
  return_out_reversal: [0, false, false],
  supplier_return: [-1, false, false],
  supplier_return_reversal: [1, false, false],
  rounding: [null, false, false],
  revaluation: [null, false, false],
  transfer_difference: [null, false, false],
  return_difference: [null, false, false],
  reversal_difference: [null, false, false],
  invoice_difference: [null, false, false],
  invoice_variance: [null, false, false],
};

test.each(Object.entries(expectedKinds))('%s has the expected properties', (kind, [sign, isUse, isLoss]) => {
  expect(moveKinds[kind as MoveKind]).toMatchObject({ sign, isUse, isLoss });
});

const m = toMicro;
const line = buildTestOrderLine({
  shippedQtyMicro: m(10),
  receivedQtyMicro: m(8),
  damagedQtyMicro: m(1),
  overQtyMicro: m(2),
});
const order = { _id: 'o1', branch: 'b1', kitchen: 'k1', lines: [line] };
const waste = {
  _id: 'w1',
  branch: 'b1',
  item: 'i1',
  qtyMicro: m(1),
  unitNum: 1,
  unitDen: 1,
  lot: '',
  reason: 'spoiled',
};
const resolutions = discrepancyTypes.flatMap((type: DiscrepancyType) =>
  discrepancyActions.flatMap(
    (action: DiscrepancyAction) =>
      buildDiscrepancyResolution(
        { _id: 'd1', type, qtyMicro: m(1), branch: 'b1', kitchen: 'k1', line },
        action,
      )?.postings ?? [],
  ),
);
const posted = [
  ...buildShipPostings(order),
  ...buildReceivePostings(order),
  ...buildWastagePostings(waste),
  ...resolutions,
];
const reversed = [...buildShipPostings(order), ...buildWastagePostings(waste)].map((posting, index) =>
  buildReversal({ ...posting, seq: index + 1, valueE4: 10 }),
);

describe('posted movements', () => {
  test.each([...posted, ...reversed].map((posting): [string, Posting] => [posting.kind, posting]))(
    '%s changes the stock of the business as its kind defines',
    (_, { kind, fromPlace, toPlace }) => {
      const { sign } = moveKinds[kind];
      const postedSign = Number(isVirtualLocation(fromPlace)) - Number(isVirtualLocation(toPlace));
      expect(sign ?? postedSign).toBe(postedSign);
    },
  );

  test("a kind without a reversal can't be reversed", () => {
    expect(getReversalKind('opening')).toBe('opening_reversal');
    expect(() => getReversalKind('receive')).toThrow(RangeError);
    expect(() => getReversalKind('ship_reversal')).toThrow(RangeError);
  });

  test('unknown kinds from other servers are rejected', () => {
    expect(['ship', 'toString', 'consume', ''].filter(isMoveKind)).toEqual(['ship']);
  });
});
