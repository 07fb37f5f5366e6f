import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toE4, computeValue } from '#core/money.ts';
import { toMicro } from '#core/quantity.ts';
import { applyIn, applyOut, type Balance, emptyBalance } from './balance.ts';

const m = toMicro;
const buildBalance = (onHand: number, value: number, lastCost: number): Balance => ({
  onHandMicro: m(onHand),
  valueE4: toE4(value),
  lastCostE4: toE4(lastCost),
});

describe('moving average', () => {
  // IAS 2, paragraph 27, weighted average after each receipt: (10 x 100 + 10 x 120) / 20 is 110 each; 15 of
  // them are 1,650.
  test('10 at 100 plus 10 at 120, less 15: 1,650 is issued and 550 remains', () => {
    const first = applyIn(emptyBalance, m(10), toE4(1000));
    const second = applyIn(first.balance, m(10), toE4(1200));
    expect(second.balance).toEqual(buildBalance(20, 2200, 110));
    const issued = applyOut(second.balance, m(15));
    expect(issued.valueE4).toBe(toE4(1650));
    expect(issued.balance).toEqual(buildBalance(5, 550, 110));
  });

  test('issuing all stock issues its whole value, without a remainder', () => {
    let balance = applyIn(emptyBalance, m(3), toE4(1)).balance;
    const issuedValues: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const issued = applyOut(balance, m(1));
      balance = issued.balance;
      issuedValues.push(issued.valueE4);
    }
    expect(issuedValues).toEqual([3333, 3334, 3333]);
    expect(balance).toMatchObject({ onHandMicro: 0, valueE4: 0 });
  });

  test('an empty balance keeps its last cost', () => {
    const { balance } = applyOut(buildBalance(4, 10, 2.5), m(4));
    expect(balance).toEqual(buildBalance(0, 0, 2.5));
    expect(applyOut(balance, m(2))).toEqual({ balance: buildBalance(-2, -5, 2.5), valueE4: toE4(5) });
  });

  test('a receipt into an empty or negative balance sets the cost', () => {
    expect(applyIn(buildBalance(0, 0, 2), m(5), toE4(15)).balance).toEqual(buildBalance(5, 15, 3));
    expect(applyIn(buildBalance(-5, -500, 100), m(10), toE4(1200))).toEqual({
      balance: buildBalance(5, 600, 120),
      valueE4: toE4(1100),
      revaluationE4: toE4(-100),
    });
    expect(applyIn(buildBalance(-5, -500, 100), m(5), toE4(600)).balance).toEqual(buildBalance(0, 0, 120));
    expect(applyIn(buildBalance(-5, -500, 100), m(2), toE4(240)).balance).toEqual(
      buildBalance(-3, -360, 120),
    );
  });

  test('goods received at no cost lower the average', () => {
    expect(applyIn(buildBalance(10, 100, 10), m(10), 0).balance).toEqual(buildBalance(20, 100, 5));
  });
});

describe('below zero', () => {
  test('the quantity beyond the stock is also issued at the average', () => {
    expect(applyOut(buildBalance(2, 6, 3), m(5))).toEqual({
      balance: buildBalance(-3, -9, 3),
      valueE4: toE4(15),
    });
  });

  test('an item that never had a cost is issued at 0', () => {
    expect(applyOut(emptyBalance, m(5))).toEqual({ balance: buildBalance(-5, 0, 0), valueE4: 0 });
  });
});

describe('reversing a movement', () => {
  test("issues at the movement's value, not at the current average", () => {
    expect(applyOut(buildBalance(20, 220, 11), m(10), toE4(100))).toEqual({
      balance: buildBalance(10, 120, 11),
      valueE4: toE4(100),
    });
  });

  test('issues at most the available value, and all of it if the balance becomes empty', () => {
    expect(applyOut(buildBalance(20, 90, 4.5), m(10), toE4(100)).valueE4).toBe(toE4(90));
    expect(applyOut(buildBalance(10, 90, 9), m(10), toE4(100)).valueE4).toBe(toE4(90));
  });
});

describe('for any sequence of receipts and issues', () => {
  const step = fc.record({
    isReceipt: fc.boolean(),
    qtyMicro: fc.integer({ min: 1, max: 50_000_000 }),
    costE4: fc.integer({ min: 0, max: 1_000_000 }),
  });
  const anySteps = fc.array(step, { minLength: 1, maxLength: 40 });

  test('the ledger adds up to the balance, and an empty balance has no value', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        let balance: Balance = emptyBalance;
        let [qtyMicro, valueE4] = [0, 0];
        for (const current of steps) {
          if (current.isReceipt) {
            const incomingE4 = computeValue(current.qtyMicro, current.costE4);
            const result = applyIn(balance, current.qtyMicro, incomingE4);
            expect(result.valueE4).toBe(incomingE4 + result.revaluationE4);
            if (balance.onHandMicro >= 0) expect(result.revaluationE4).toBe(0);
            balance = result.balance;
            qtyMicro += current.qtyMicro;
            valueE4 += result.valueE4;
          } else {
            const result = applyOut(balance, current.qtyMicro);
            balance = result.balance;
            qtyMicro -= current.qtyMicro;
            valueE4 -= result.valueE4;
          }
          expect(balance.onHandMicro).toBe(qtyMicro);
          expect(balance.valueE4).toBe(valueE4);
          if (balance.onHandMicro === 0) expect(balance.valueE4).toBe(0);
          if (balance.onHandMicro > 0) expect(balance.valueE4).toBeGreaterThanOrEqual(0);
          if (balance.onHandMicro < 0) expect(balance.valueE4).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  test('a round-trip transfer leaves both locations unchanged', () => {
    const stocked = fc.record({
      qty: fc.integer({ min: 1, max: 1e9 }),
      valueE4: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(stocked, stocked, fc.integer({ min: 1, max: 1000 }), (sender, receiver, share) => {
        const from = applyIn(emptyBalance, sender.qty, sender.valueE4).balance;
        const to = applyIn(emptyBalance, receiver.qty, receiver.valueE4).balance;
        const qty = Math.max(1, Math.floor((sender.qty * share) / 1000));
        const sent = applyOut(from, qty);
        const arrived = applyIn(to, qty, sent.valueE4);
        const returned = applyOut(arrived.balance, qty, sent.valueE4);
        expect(returned.balance).toMatchObject({ onHandMicro: to.onHandMicro, valueE4: to.valueE4 });
        expect(applyIn(sent.balance, qty, returned.valueE4).balance).toMatchObject({
          onHandMicro: from.onHandMicro,
          valueE4: from.valueE4,
        });
      }),
    );
  });
});
