import { expect, it } from 'vitest';
import type { Wastage } from '../shapes.ts';
import { totalWasteBy } from './totals.ts';

const record = (reason: string, cost: number) => ({ reason, cost }) as Wastage;
const byReason = ({ reason }: Wastage) => ({ key: reason, name: reason });

it('totals the cost by reason, highest first, and combines the rest', () => {
  const records = [record('trim', 0.1), record('spoiled', 2), record('trim', 0.2), record('dropped', 0.05)];
  expect(totalWasteBy(records, byReason)).toEqual([
    { key: 'spoiled', name: 'spoiled', cost: 2, records: 1 },
    { key: 'trim', name: 'trim', cost: 0.3, records: 2 },
    { key: 'dropped', name: 'dropped', cost: 0.05, records: 1 },
  ]);
  expect(totalWasteBy(records, byReason, 2)).toEqual([
    { key: 'spoiled', name: 'spoiled', cost: 2, records: 1 },
    { key: '', name: '', cost: 0.35, records: 3 },
  ]);
});
