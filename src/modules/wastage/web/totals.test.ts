import { expect, it } from 'vitest';
import type { Wastage } from '../shapes.ts';
import { totalWasteBy } from './totals.ts';

const buildRecord = (reason: string, cost: number) => ({ reason, cost }) as Wastage;
const groupByReason = ({ reason }: Wastage) => ({ key: reason, name: reason });

it('totals the cost by reason, highest first, and combines the rest', () => {
  const records = [
    buildRecord('trim', 0.1),
    buildRecord('spoiled', 2),
    buildRecord('trim', 0.2),
    buildRecord('dropped', 0.05),
  ];
  expect(totalWasteBy(records, groupByReason)).toEqual([
    { key: 'spoiled', name: 'spoiled', cost: 2, records: 1 },
    { key: 'trim', name: 'trim', cost: 0.3, records: 2 },
    { key: 'dropped', name: 'dropped', cost: 0.05, records: 1 },
  ]);
  expect(totalWasteBy(records, groupByReason, 2)).toEqual([
    { key: 'spoiled', name: 'spoiled', cost: 2, records: 1 },
    { key: '', name: '', cost: 0.35, records: 3 },
  ]);
});
