import { describe, expect, it } from 'vitest';
import { type ScoredOrder, computeSupplierScore } from './scorecard.ts';

const buildOrder = (change: Partial<ScoredOrder> = {}): ScoredOrder => ({
  expectedOn: '2026-03-04',
  sentOn: '2026-03-02',
  firstReceivedOn: '2026-03-04',
  isCompleteAtFirst: true,
  ...change,
});

describe("a supplier's score", () => {
  it('never rounds a percentage to 0 or 100 unless it is exact', () => {
    const trade = { billed: 100_040, agreed: 100_000, delivered: 100_000, rejected: 30 };
    const orders = [
      ...Array.from({ length: 2_999 }, () => buildOrder()),
      buildOrder({ isCompleteAtFirst: false }),
    ];
    expect(computeSupplierScore(orders, trade)).toMatchObject({
      onTimePercent: 100,
      inFullPercent: 99.9,
      priceDriftPercent: 0.04,
      rejectedPercent: 0.03,
    });
    expect(computeSupplierScore([buildOrder()], { ...trade, rejected: 0 }).rejectedPercent).toBe(0);
  });
});
